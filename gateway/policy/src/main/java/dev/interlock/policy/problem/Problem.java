package dev.interlock.policy.problem;

/**
 * One thing that is wrong with a file.
 *
 * @param place where it stands, or where the part stands that lacks it
 * @param field path of the field; {@code the file} where it is not one field that is wrong
 * @param rule what the field must be, with the values allowed
 * @param value what was written, shortened; {@code absent} where nothing was
 */
public record Problem(Place place, String field, String rule, String value) {
    /** The field of a problem that is not one field's. */
    public static final String FILE = "the file";

    /** What is said of something that was not written. */
    public static final String ABSENT = "absent";

    /** One line as compilers write it: {@code FILE:LINE:COLUMN: FIELD: RULE, was VALUE}. */
    public String text(String file) {
        return file + ":" + place.line() + ":" + place.column() + ": " + field + ": " + rule + ", was " + value;
    }
}
