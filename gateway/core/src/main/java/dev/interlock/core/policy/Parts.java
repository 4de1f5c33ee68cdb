package dev.interlock.core.policy;

/** What a policy must have. */
final class Parts {
    private Parts() {}

    static void require(String field, Object part) {
        if (part == null) {
            throw new IllegalArgumentException(field + ": is required, was empty");
        }
    }
}
