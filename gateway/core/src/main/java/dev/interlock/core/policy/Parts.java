package dev.interlock.core.policy;

/** What a policy must have. */
final class Parts {
    private Parts() {}

    static void require(String field, Object part) {
        if (part == null) {
            throw new IllegalArgumentException(field + ": is required, was empty");
        }
    }

    static void within(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + ": must be " + least + " to " + most + ", was " + value);
        }
    }
}
