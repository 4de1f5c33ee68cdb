package dev.interlock.backtest.trial;

import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a policy does to a recorded run.
 *
 * @param denied the calls it denies, in order
 * @param stopped where it ends the run, if it does
 * @param calls how many calls were recorded
 * @param executed how many of them would have run
 * @param guards how often each guard fired, those that only watch or ask a person among them
 */
public record Finding(
        List<Denied> denied, Optional<Stopped> stopped, int calls, int executed, Map<Reason, Integer> guards) {
    public Finding {
        denied = List.copyOf(denied);
        guards = Map.copyOf(guards);
    }

    /** How many recorded calls would not have been made. */
    public int avoided() {
        return calls - executed;
    }
}
