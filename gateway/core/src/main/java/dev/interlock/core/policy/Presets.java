package dev.interlock.core.policy;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Repetition.Cycle;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.Repetition.Span;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The policies that come with the gateway: two of its own and the numbers of the four source articles. */
public final class Presets {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final Horizons HORIZONS = new Horizons(DAY, 5 * MINUTE, 7 * DAY, DAY);
    private static final int ARTICLE_WINDOW = 64;
    private static final int TRANSIENT_TRIES = 5;
    private static final PollRule WAITING = new PollRule(100, 0, 30 * MINUTE, Optional.of(true));
    private static final ChainLimits CHAINS = new ChainLimits(5, 50);

    private Presets() {}

    /** Every preset, in the order they are shown. */
    public static List<Policy> all() {
        return List.of(balanced(), strict(), articleA(), articleB(), articleC(), articleD());
    }

    /** Presets as earlier versions of the gateway had them, for journals that were written under them. */
    public static List<Policy> earlier() {
        return List.of(balanced(contract(ProgressRule.NEW_RESULT, TRANSIENT_TRIES - 1)));
    }

    /**
     * Count-only repetition since the last progress, short budgets, and every guard ends the run.
     *
     * @return design section 15, <em>strict</em>
     */
    public static Policy strict() {
        Ceilings ceilings = new Ceilings(15, 20, 20, MINUTE, 20, 8, 8, 20);
        Identical identical = new Identical(2, Span.SINCE_PROGRESS, ARTICLE_WINDOW, false, 0);
        Repetition repetition = new Repetition(identical, new Cycle(8, 2, false), 0, 0, OptionalInt.of(2), 3, false);
        return stopping("strict", ceilings, repetition, false);
    }

    /**
     * Compares results as well as arguments, denies before it stops, and has high finite ceilings.
     *
     * @return design section 15, <em>balanced</em>
     */
    public static Policy balanced() {
        return balanced(contract(ProgressRule.NEW_RESULT, TRANSIENT_TRIES - 1).with(WAITING));
    }

    private static Policy balanced(ToolContract fallback) {
        Ceilings ceilings = new Ceilings(500, 500, 500, HOUR, 100, 50, 16, 50);
        Identical identical = new Identical(2, Span.WINDOW, ARTICLE_WINDOW, true, TRANSIENT_TRIES);
        Repetition repetition = new Repetition(identical, new Cycle(8, 3, true), 5, 8, OptionalInt.of(3), 30, true);
        Map<Reason, Action> actions = new LinkedHashMap<>();
        for (Reason ceiling : List.of(
                Reason.TURN_BUDGET,
                Reason.CALL_BUDGET,
                Reason.DEADLINE,
                Reason.DENIALS,
                Reason.CHAIN_DEPTH,
                Reason.CHAIN_ACTIVATIONS)) {
            actions.put(ceiling, new Action.Stop());
        }
        return new Policy(
                "balanced",
                ceilings,
                CHAINS,
                repetition,
                new Action.DenyThenStop(3),
                actions,
                false,
                false,
                HORIZONS,
                ApprovalRule.NONE,
                Map.of(),
                Optional.of(fallback));
    }

    /** Article A (000): 6 turns, 4 calls, two identical calls at one revision, three results without progress. */
    public static Policy articleA() {
        Ceilings ceilings = new Ceilings(6, 4, 4, MINUTE, 4, 4, 4, 4);
        Identical identical = new Identical(2, Span.SINCE_PROGRESS, ARTICLE_WINDOW, false, 0);
        return stopping("article-a", ceilings, new Repetition(identical, Cycle.off(), 0, 0, 3, false), false);
    }

    /** Article B (002): 20 steps, 60 s, two identical in a window of 8, A-B-A-B, three results without progress. */
    public static Policy articleB() {
        Ceilings ceilings = new Ceilings(20, 20, 20, MINUTE, 20, 20, 20, 20);
        Identical identical = new Identical(2, Span.WINDOW, 8, false, 0);
        return stopping("article-b", ceilings, new Repetition(identical, new Cycle(2, 2, false), 0, 0, 3, false), true);
    }

    /** Article C (003): 10 steps, the third identical call anywhere in the run. */
    public static Policy articleC() {
        Ceilings ceilings = new Ceilings(10, 10, 10, HOUR, 10, 10, 10, 10);
        Identical identical = new Identical(2, Span.RUN, ARTICLE_WINDOW, false, 0);
        return stopping("article-c", ceilings, new Repetition(identical, Cycle.off(), 0, 0, 0, false), false);
    }

    /** Article D (004): 8 steps, two identical calls in a row. */
    public static Policy articleD() {
        Ceilings ceilings = new Ceilings(8, 8, 8, HOUR, 8, 8, 8, 8);
        Identical identical = new Identical(2, Span.CONSECUTIVE, ARTICLE_WINDOW, false, 0);
        return stopping("article-d", ceilings, new Repetition(identical, Cycle.off(), 0, 0, 0, false), true);
    }

    private static Policy stopping(String name, Ceilings ceilings, Repetition repetition, boolean ceilingsFirst) {
        boolean countsProgress = repetition.idle() > 0;
        return new Policy(
                name,
                ceilings,
                CHAINS,
                repetition,
                new Action.Stop(),
                Map.of(),
                ceilingsFirst,
                true,
                HORIZONS,
                ApprovalRule.NONE,
                Map.of(),
                Optional.of(contract(countsProgress ? ProgressRule.REVISION : ProgressRule.NEW_RESULT, 2)));
    }

    private static ToolContract contract(ProgressRule progress, int maxRetries) {
        return new ToolContract(30_000, 30_000, 1_000, 2_000, DAY, maxRetries, false, false, 4, 1_000, 0, progress);
    }
}
