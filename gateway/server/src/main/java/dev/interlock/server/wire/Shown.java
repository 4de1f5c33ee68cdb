package dev.interlock.server.wire;

/** A value from outside, short enough to be shown in an error. */
final class Shown {
    private static final int LENGTH = 200;

    private Shown() {}

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
