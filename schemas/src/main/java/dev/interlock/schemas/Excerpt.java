package dev.interlock.schemas;

/** The start of a text from outside. */
final class Excerpt {
    private static final char REPLACEMENT = '\uFFFD';
    private static final String MORE = "…";

    private Excerpt() {}

    /**
     * At most {@code limit} UTF-16 units, safe to be written into a log line: control characters and lone surrogates are
     * replaced.
     */
    static String of(String text, int limit) {
        StringBuilder safe = new StringBuilder();
        start(text, limit).codePoints().forEach(unit -> safe.appendCodePoint(isSafe(unit) ? unit : REPLACEMENT));
        return safe.toString();
    }

    /** At most {@code limit} UTF-16 units, as they are; a pair of surrogates is not torn. */
    static String start(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = limit - MORE.length();
        boolean torn = Character.isHighSurrogate(text.charAt(end - 1)) && Character.isLowSurrogate(text.charAt(end));
        return text.substring(0, torn ? end - 1 : end) + MORE;
    }

    private static boolean isSafe(int codePoint) {
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !surrogate && !Character.isISOControl(codePoint);
    }
}
