package dev.interlock.schemas;

/** The start of a text from outside, safe to be written into a record or a log line. */
final class Excerpt {
    private static final char REPLACEMENT = '\uFFFD';

    private Excerpt() {}

    /** At most {@code limit} characters; control characters and lone surrogates are replaced. */
    static String of(String text, int limit) {
        StringBuilder safe = new StringBuilder(Math.min(text.length(), limit + 1));
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            if (safe.length() + Character.charCount(codePoint) > limit) {
                return safe.append('…').toString();
            }
            safe.appendCodePoint(isSafe(codePoint) ? codePoint : REPLACEMENT);
        }
        return safe.toString();
    }

    private static boolean isSafe(int codePoint) {
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !surrogate && !Character.isISOControl(codePoint);
    }
}
