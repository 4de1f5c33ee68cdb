package dev.interlock.core.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A command to go on from an ended run in a new one.
 *
 * @param controlId names the command
 * @param by who decided it
 * @param reason why
 * @param change what is different this time
 */
public record Resume(String controlId, String by, String reason, Change change) {

    /** What makes a resumed run different. Trying the same again is no reason to resume. */
    public enum Change {
        NEW_CURSOR,
        RETRY_AFTER_ELAPSED,
        ARGUMENTS_CORRECTED,
        AUTHORISATION_UPDATED,
        STRATEGY_CHANGED;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The change of that symbol. */
        public static Optional<Change> named(String code) {
            return Arrays.stream(values()).filter(c -> c.code().equals(code)).findFirst();
        }
    }
}
