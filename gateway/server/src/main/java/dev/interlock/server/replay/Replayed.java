package dev.interlock.server.replay;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunState;
import dev.interlock.server.wire.RunFacts;
import java.util.Optional;

/** What became of deciding one entry again. */
public sealed interface Replayed {
    /** The entry. */
    Recorded recorded();

    /** The first thing that differs; empty where nothing does. */
    Optional<Difference> difference();

    /** How many of its effects were made again, and how many hold what the journal alone does not have. */
    Written written();

    /**
     * How many effects were looked at.
     *
     * @param derived made again to the byte
     * @param untold of which only kind and key follow from the journal: the rest is arguments and values
     */
    record Written(int derived, int untold) {
        /** There are none. */
        public static final Written NOTHING = new Written(0, 0);
    }

    /**
     * About a run.
     *
     * @param recorded the entry
     * @param facts what the core saw
     * @param before the run before; empty when there was none
     * @param decision what is decided
     * @param difference the first thing that differs
     * @param written the effects
     */
    record OfRun(
            Recorded recorded,
            RunFacts facts,
            Optional<RunState> before,
            RunDecision decision,
            Optional<Difference> difference,
            Written written)
            implements Replayed {}

    /**
     * About an operation.
     *
     * @param recorded the entry
     * @param input what the core saw
     * @param before the operation before; empty when there was none
     * @param decision what is decided
     * @param difference the first thing that differs
     * @param written the effects
     */
    record OfOperation(
            Recorded recorded,
            OperationInput input,
            Optional<Operation> before,
            OperationDecision decision,
            Optional<Difference> difference,
            Written written)
            implements Replayed {}

    /**
     * About a task: a publication, or a turn of the dead-man switch.
     *
     * @param recorded the entry
     * @param difference the first thing that differs
     */
    record OfTask(Recorded recorded, Optional<Difference> difference) implements Replayed {
        @Override
        public Written written() {
            return Written.NOTHING;
        }
    }

    /**
     * It says what was noted, not what was decided: a dead letter, a stop's entry, a step of its way.
     *
     * @param recorded the entry
     */
    record Noted(Recorded recorded) implements Replayed {
        @Override
        public Optional<Difference> difference() {
            return Optional.empty();
        }

        @Override
        public Written written() {
            return Written.NOTHING;
        }
    }

    /**
     * It cannot be decided again.
     *
     * @param recorded the entry
     * @param why what is missing
     */
    record Missing(Recorded recorded, String why) implements Replayed {
        @Override
        public Optional<Difference> difference() {
            return Optional.empty();
        }

        @Override
        public Written written() {
            return Written.NOTHING;
        }
    }
}
