package dev.interlock.server.meter;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.Budget;
import dev.interlock.core.run.RunState;
import java.util.Arrays;
import java.util.List;

/** From which share of a ceiling on a run counts as near it. */
enum Near {
    FOUR_FIFTHS("0.8", 5),
    NINE_TENTHS("0.9", 10);

    /** All ceilings but the wall clock, which moves by itself. */
    static final List<Ceiling> COUNTED = Arrays.stream(Ceiling.values())
            .filter(ceiling -> ceiling != Ceiling.WALL_CLOCK_MS)
            .toList();

    private final String label;
    private final int part;

    Near(String label, int part) {
        this.label = label;
        this.part = part;
    }

    /** The share as a label has it. */
    String label() {
        return label;
    }

    /** Whether no more of it is left. A ceiling of nothing is one that is not to be used, and nobody comes near it. */
    boolean reaches(Budget budget) {
        return budget.allowed() > 0 && budget.remaining() <= budget.allowed() / part;
    }

    /** When a run comes near its deadline, as long as its clock runs. */
    long reachesDeadlineAtMs(RunState run) {
        return run.deadlineAtMs() - run.wallClockMs() / part;
    }
}
