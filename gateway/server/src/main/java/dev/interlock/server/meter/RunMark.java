package dev.interlock.server.meter;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunState;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the gauges tell of one run that has not ended.
 *
 * @param phase where it stands
 * @param near which ceilings it is near, a bit for each ceiling and share
 * @param heldSinceMs since when it waits for a person, where it does
 * @param deadline when it comes near its deadline; empty while its clock stands still
 */
record RunMark(Phase phase, int near, OptionalLong heldSinceMs, Optional<Deadline> deadline) {

    /** The times at which a run comes near its deadline, one for each {@link Near}. */
    record Deadline(long fourFifthsMs, long nineTenthsMs) {
        long of(Near share) {
            return share == Near.FOUR_FIFTHS ? fourFifthsMs : nineTenthsMs;
        }
    }

    /** The mark of a run; empty for one that has ended. */
    static Optional<RunMark> of(RunState run) {
        if (run.phase() == Phase.ENDED) {
            return Optional.empty();
        }
        OptionalLong since = run.holds().sinceMs();
        Optional<Deadline> deadline = since.isPresent()
                ? Optional.empty()
                : Optional.of(new Deadline(
                        Near.FOUR_FIFTHS.reachesDeadlineAtMs(run), Near.NINE_TENTHS.reachesDeadlineAtMs(run)));
        boolean held = run.phase() == Phase.HELD;
        return Optional.of(new RunMark(run.phase(), near(run), held ? since : OptionalLong.empty(), deadline));
    }

    private static int near(RunState run) {
        int near = 0;
        for (Ceiling ceiling : Near.COUNTED) {
            for (Near share : Near.values()) {
                if (share.reaches(run.budgets().budget(ceiling))) {
                    near |= bit(ceiling, share);
                }
            }
        }
        return near;
    }

    boolean isNear(Ceiling ceiling, Near share) {
        return (near & bit(ceiling, share)) != 0;
    }

    private static int bit(Ceiling ceiling, Near share) {
        return 1 << (ceiling.ordinal() * Near.values().length + share.ordinal());
    }
}
