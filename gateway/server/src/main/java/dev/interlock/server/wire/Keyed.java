package dev.interlock.server.wire;

/** The check that a record's key is the id its body names. */
final class Keyed {
    private Keyed() {}

    /** The refusal of a key that differs from the body's id; null when they are equal. */
    static <T> Reading<T> mismatch(Arrival arrival, String field, String id) {
        boolean equal = arrival.keyText().filter(key -> key.equals(id)).isPresent();
        return equal
                ? null
                : Reading.refused(
                        "key", "must equal " + field, arrival.keyText().orElse("not text"));
    }
}
