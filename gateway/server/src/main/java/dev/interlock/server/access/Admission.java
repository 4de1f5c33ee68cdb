package dev.interlock.server.access;

/** What comes of looking at what a request carries. */
public sealed interface Admission {
    /** It is known who asks. */
    record Known(Caller caller) implements Admission {}

    /**
     * It is not known who asks.
     *
     * @param why what is wrong with what the request carries; it never shows a token
     */
    record Unknown(String why) implements Admission {}
}
