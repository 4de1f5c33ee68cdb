package dev.interlock.scenarios;

import dev.interlock.core.operation.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a scenario must come out.
 *
 * @param ends how each run must end, by its name in the scenario
 * @param executions how often tools must be executed, in all runs together
 * @param dispatches how many <em>execute</em> dispatches there must be, in all runs together
 * @param operations the state operations must be left in, by their ids in the scenario
 * @param lastGood the proposal whose result must be the last good one of the first run
 */
public record Expectation(
        Map<String, Conclusion> ends,
        int executions,
        int dispatches,
        Map<String, Operation.State> operations,
        Optional<String> lastGood) {
    public Expectation {
        ends = Map.copyOf(ends);
        operations = Map.copyOf(operations);
    }

    static Expectation none() {
        return new Expectation(Map.of(), 0, 0, Map.of(), Optional.empty());
    }

    Expectation ending(String run, Conclusion conclusion) {
        return new Expectation(with(ends, run, conclusion), executions, dispatches, operations, lastGood);
    }

    Expectation counting(int executed, int dispatched) {
        return new Expectation(ends, executed, dispatched, operations, lastGood);
    }

    Expectation leaving(String operation, Operation.State state) {
        return new Expectation(ends, executions, dispatches, with(operations, operation, state), lastGood);
    }

    Expectation keeping(String label) {
        return new Expectation(ends, executions, dispatches, operations, Optional.of(label));
    }

    private static <T> Map<String, T> with(Map<String, T> map, String key, T value) {
        Map<String, T> grown = new LinkedHashMap<>(map);
        grown.put(key, value);
        return grown;
    }
}
