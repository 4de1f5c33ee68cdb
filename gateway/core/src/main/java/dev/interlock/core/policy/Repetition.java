package dev.interlock.core.policy;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What counts as repeating without advancing. A limit of 0 switches a rule off.
 *
 * @param identical the same call again
 * @param cycle a block of calls again
 * @param sameFailure model turns in a row in which one tool failed for good with one error code, arguments differing,
 *     before a further call of that tool fires
 * @param sameResult model turns in a row whose reads of one tool brought one and the same result, arguments differing and
 *     nothing written since, before a further read of that tool fires as {@code no_progress}; an acknowledgement of a
 *     write is no such result
 * @param unreported model turns in a row whose calls of one tool came to no outcome that anybody reported, arguments
 *     differing, before a further call of that tool fires as {@code no_progress}. Such a call is neither a success nor a
 *     failure: no other rule here looks at it, and it clears nothing. Without this rule it is a failure that may pass
 * @param idle results in a row without validated progress before the guard fires
 * @param churn a few calls again and again, in any order and with others between; empty where nobody looks for that
 * @param userTurnClears whether a person speaking clears what was counted, as validated progress does
 */
public record Repetition(
        Identical identical,
        Cycle cycle,
        int sameFailure,
        int sameResult,
        OptionalInt unreported,
        int idle,
        Optional<Churn> churn,
        boolean userTurnClears) {
    public Repetition {
        Parts.require("repetition.identical", identical);
        Parts.require("repetition.cycle", cycle);
        Parts.within("repetition.same_failure", sameFailure, 0, Ceilings.MOST);
        Parts.within("repetition.same_result", sameResult, 0, Ceilings.MOST);
        unreported.ifPresent(most -> Parts.within("repetition.unreported", most, 1, Ceilings.MOST));
        Parts.within("repetition.idle", idle, 0, Ceilings.MOST);
        churn.ifPresent(rule -> Parts.within("repetition.churn.window", rule.window(), 1, identical.window()));
    }

    /** No rule for churn. */
    public Repetition(
            Identical identical,
            Cycle cycle,
            int sameFailure,
            int sameResult,
            OptionalInt unreported,
            int idle,
            boolean userTurnClears) {
        this(identical, cycle, sameFailure, sameResult, unreported, idle, Optional.empty(), userTurnClears);
    }

    /** No rule for calls whose outcome nobody reports. */
    public Repetition(
            Identical identical, Cycle cycle, int sameFailure, int sameResult, int idle, boolean userTurnClears) {
        this(identical, cycle, sameFailure, sameResult, OptionalInt.empty(), idle, userTurnClears);
    }

    /** The most calls a run may make under these rules: where all of them are compared, none may be forgotten. */
    public int mostCalls() {
        return identical.span() == Span.RUN ? Identical.LONGEST_WINDOW : Ceilings.MOST;
    }

    /** Which earlier calls an identical one is compared with. */
    public enum Span {
        /** The calls directly before it. */
        CONSECUTIVE,
        /** The last calls up to the window's length, since progress. */
        WINDOW,
        /** All calls since the last validated progress. */
        SINCE_PROGRESS,
        /** All calls of the run; progress clears nothing. */
        RUN
    }

    /**
     * The same call again.
     *
     * @param allowed how many identical calls may run before the next fires; 0 switches the rule off
     * @param span which earlier calls count
     * @param window how many calls are looked back at, 1 to {@value #LONGEST_WINDOW}
     * @param sameResults count only calls whose results were equal, with no effect of a write between them
     * @param transientTries tries allowed in all when the failure is a transient one; 0 treats it like any result
     */
    public record Identical(int allowed, Span span, int window, boolean sameResults, int transientTries) {
        /** The most calls of a run that are remembered. */
        public static final int LONGEST_WINDOW = 256;

        public Identical {
            Parts.require("repetition.identical.span", span);
            Parts.within("repetition.identical.window", window, 1, LONGEST_WINDOW);
            Parts.within("repetition.identical.allowed", allowed, 0, Ceilings.MOST);
            Parts.within("repetition.identical.transient_tries", transientTries, 0, Ceilings.MOST);
        }
    }

    /**
     * Calls that only repeated an earlier one, and its result, among the last calls. Unlike {@code idle}, one that is new
     * between them clears nothing; a call that was not made before is let through.
     *
     * @param repeated how many of the window may be such before one that was made before fires as {@code no_progress}
     * @param window how many calls are looked back at, at most as many as {@code identical.window} remembers
     */
    public record Churn(int repeated, int window) {
        public Churn {
            Parts.within("repetition.churn.window", window, 1, Identical.LONGEST_WINDOW);
            Parts.within("repetition.churn.repeated", repeated, 1, window);
        }
    }

    /**
     * A block of two or more different calls repeated.
     *
     * @param longest the longest block looked for, 2 to 8
     * @param repeats how often the block must stand, the proposed call completing the last; 0 switches the rule off
     * @param sameResults count only blocks whose results were equal too
     */
    public record Cycle(int longest, int repeats, boolean sameResults) {
        /** The most repetitions looked for: eight calls as often as this are all that is remembered. */
        public static final int MOST_REPEATS = Identical.LONGEST_WINDOW / 8;

        public Cycle {
            if (repeats != 0) {
                Parts.within("repetition.cycle.repeats", repeats, 2, MOST_REPEATS);
                Parts.within("repetition.cycle.longest", longest, 2, 8);
            }
        }

        /** No cycle rule. */
        public static Cycle off() {
            return new Cycle(0, 0, false);
        }
    }
}
