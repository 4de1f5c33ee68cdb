package dev.interlock.server.wire;

import dev.interlock.policy.contract.Secrets;

/** A value from outside, short enough to be shown in an error. */
public final class Shown {
    private static final int LENGTH = 200;

    private Shown() {}

    /** A text that was quoted from a record, without what looks like a secret; null where there is none. */
    public static String hidden(String quoted) {
        return quoted == null ? null : Secrets.hidden(quoted);
    }

    /** At most {@value #LENGTH} characters, without control characters. */
    static String of(String text) {
        if (text == null) {
            return "absent";
        }
        String start = text.codePointCount(0, text.length()) <= LENGTH
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LENGTH)) + "…";
        return start.replaceAll("\\p{Cntrl}", "\uFFFD");
    }
}
