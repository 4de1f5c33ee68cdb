package dev.interlock.schemas;

/** The sizes of the wire contract. Bytes of arbitrary JSON are those that {@link Json#size} counts. */
public final class Limits {
    /** Greatest size of {@code args}, in bytes. Whoever decides on a proposal checks it. */
    public static final int ARGS_BYTES = 256 * 1024;

    /** Greatest size of an inline {@code value}, in bytes. Whoever writes the value checks it. */
    public static final int VALUE_BYTES = 64 * 1024;

    /** Greatest size of a receipt, in bytes. A larger one is a fault of the evidence. */
    public static final int RECEIPT_BYTES = 16 * 1024;

    /**
     * Greatest size of a proposal, result or control record as it stands on its topic, in bytes. It leaves room for what
     * the gateway adds when it passes the content on.
     */
    public static final int INPUT_BYTES = 768 * 1024;

    /**
     * Greatest size of a record as it stands on its topic, in bytes. Twice that of what comes in, because a number may be
     * written anew in more characters than it came in: {@code 1e-6} as {@code 0.000001}.
     */
    public static final int RECORD_BYTES = 2 * INPUT_BYTES;

    /** Greatest size of a message with key, headers and framing, in bytes. Producers need it as their request size. */
    public static final int MESSAGE_BYTES = RECORD_BYTES + 64 * 1024;

    /** How deep arrays and objects nest in arbitrary JSON: {@code []} is one deep. */
    public static final int DEPTH = 64;

    /** Greatest length of a number as written, in characters. */
    public static final int NUMBER_LENGTH = 2000;

    /** Greatest number of digits of an exponent as written. */
    public static final int EXPONENT_DIGITS = 9;

    /** Greatest number of digits of a number, from the first that is not zero. */
    public static final int NUMBER_DIGITS = 1000;

    /** Greatest power of ten, up or down, of the first digit that is not zero. */
    public static final int NUMBER_EXPONENT = 999_999_999;

    /** Greatest length of an id, in code points. */
    public static final int ID_LENGTH = 256;

    /**
     * Greatest length of an id that the gateway makes of another one, such as that of a dispatch, in code points. It leaves
     * room for what the gateway adds: a word before it, a counter behind it.
     */
    public static final int DERIVED_ID_LENGTH = 2 * ID_LENGTH;

    /** Greatest size of a receipt in an outcome's list of writes, in bytes. A larger one stands in the ledger. */
    public static final int LISTED_RECEIPT_BYTES = 1024;

    /** Greatest number of writes that an outcome lists. */
    public static final int LISTED_OPERATIONS = 128;

    /** Greatest number of open calls that an outcome lists. */
    public static final int LISTED_OPEN_CALLS = 128;

    /** How much of an unreadable record its dead letter keeps, in bytes of that record. */
    public static final int DEAD_LETTER_BYTES = 64 * 1024;

    /** How much of its key a dead letter keeps, in bytes of that key. */
    public static final int DEAD_LETTER_KEY_BYTES = 1024;

    private Limits() {}
}
