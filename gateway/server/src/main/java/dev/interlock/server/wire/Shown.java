package dev.interlock.server.wire;

import dev.interlock.policy.contract.Secrets;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.LetterError;

/** A value from outside, short enough to be shown in an error. */
public final class Shown {
    private static final int LENGTH = 200;
    private static final int READ = 4_000;

    private Shown() {}

    /** A text that was quoted from a record, without what looks like a secret; null where there is none. */
    public static String hidden(String quoted) {
        return quoted == null ? null : Secrets.hiddenOfCut(quoted);
    }

    /** What is wrong with a record, without what looks like a secret. */
    public static LetterError hidden(LetterError error) {
        return new LetterError(hidden(error.field()), error.rule(), hidden(error.value()));
    }

    /** A tool's error, without what looks like a secret; null where there is none. */
    static CallError hidden(CallError error) {
        return error == null
                ? null
                : new CallError(
                        error.errorClass(),
                        hidden(error.code()),
                        hidden(error.message()),
                        hidden(error.field()),
                        hidden(error.rule()),
                        hidden(error.value()));
    }

    /** At most {@value #LENGTH} characters, without control characters and without what looks like a secret. */
    static String of(String text) {
        if (text == null) {
            return "absent";
        }
        // Hidden before it is cut: half of a secret does not look like one.
        return cut(hidden(cut(text, READ)), LENGTH).replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
    }
}
