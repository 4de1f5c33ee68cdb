package dev.interlock.schemas;

/** The refusal of a record that breaks a rule of the wire contract. It names the field, the rule and the value. */
public final class InvalidRecordException extends RuntimeException {
    private static final int FIELD_LENGTH = 256;
    private static final int VALUE_LENGTH = 200;

    private final String field;
    private final Rule rule;
    private final String value;

    /**
     * A refusal.
     *
     * @param field path of the field, such as {@code evidence.revision}; empty if the record as a whole is meant
     * @param rule the rule it breaks
     * @param value what stood there; shortened here
     */
    public InvalidRecordException(String field, Rule rule, String value) {
        this(field, rule, value, null);
    }

    InvalidRecordException(String field, Rule rule, String value, Throwable cause) {
        super(message(Excerpt.of(field, FIELD_LENGTH), rule, Excerpt.of(value, VALUE_LENGTH)), cause);
        this.field = Excerpt.of(field, FIELD_LENGTH);
        this.rule = rule;
        this.value = Excerpt.of(value, VALUE_LENGTH);
    }

    private static String message(String field, Rule rule, String value) {
        String subject = field.isEmpty() ? "The record" : "Field " + field;
        return subject + " " + rule.complaint() + " (" + rule.symbol() + "): " + value;
    }

    /** Path of the field; empty if the record as a whole is meant. */
    public String field() {
        return field;
    }

    /** The rule that is broken. */
    public Rule rule() {
        return rule;
    }

    /** What stood there, at most 200 characters of it. */
    public String value() {
        return value;
    }
}
