package dev.interlock.worker;

import dev.interlock.schemas.Limits;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The treatment of a text that leaves the worker inside an error: secrets masked, one line, shortened. */
final class Redaction {
    private static final int MOST_CHARS = 500;
    private static final int MOST_NAME_CHARS = Limits.ID_LENGTH - 1;
    private static final int MOST_READ = 4_000;
    private static final String MASK = "***";
    private static final String WITHHELD = "(withheld: it could not be redacted)";

    /** {@code password=x}, {@code "api_key": "x"}, {@code Authorization: Bearer x}: the name stays. */
    private static final Pattern NAMED = Pattern.compile(
            "(?i)((?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|authorization|cookie|credentials?)"
                    + "[\"']?\\s{0,3}[:=]\\s{0,3})(?:(?:bearer|basic)\\s{1,3})?(?:\"[^\"]*\"|'[^']*'|[^\\s,;&\"']+)");

    private static final Pattern BEARER = Pattern.compile("(?i)((?:bearer|basic)\\s{1,3})[A-Za-z0-9+/=._~-]{8,}");
    private static final Pattern USER_OF_URL = Pattern.compile("(://)[^/@\\s]{1,200}@");

    private final UnaryOperator<String> own;

    /** With what the application adds to it; {@code identity} for nothing. */
    Redaction(UnaryOperator<String> own) {
        this.own = own;
    }

    /** The text as it may leave. */
    String of(String text) {
        return shortened(redacted(text), MOST_CHARS);
    }

    /** The same of a code, a field or a rule, which a record carries up to 256 characters long. */
    String ofName(String text) {
        return shortened(redacted(text), MOST_NAME_CHARS);
    }

    /** The same of a symbol of the wire contract, which holds no secret. */
    static String ofSymbol(String text) {
        return shortened(text, MOST_NAME_CHARS);
    }

    private String redacted(String text) {
        return masked(own(text.length() > MOST_READ ? text.substring(0, MOST_READ) : text));
    }

    private String own(String text) {
        try {
            String redacted = own.apply(text);
            return redacted == null ? WITHHELD : redacted;
        } catch (RuntimeException e) {
            // The text must not leave, and the dispatch must be answered all the same.
            return WITHHELD;
        }
    }

    private static String masked(String text) {
        String named = NAMED.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(MASK));
        String bearer = BEARER.matcher(named).replaceAll("$1" + Matcher.quoteReplacement(MASK));
        return USER_OF_URL.matcher(bearer).replaceAll("$1" + Matcher.quoteReplacement(MASK) + "@");
    }

    private static String shortened(String text, int most) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), most + 1));
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            if (line.length() + Character.charCount(codePoint) > most) {
                return line.append('…').toString();
            }
            line.appendCodePoint(isPlain(codePoint) ? codePoint : ' ');
        }
        return line.toString();
    }

    /** Neither a line break nor half of a surrogate pair, which no record may carry. */
    private static boolean isPlain(int codePoint) {
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !surrogate && !Character.isISOControl(codePoint);
    }
}
