package dev.interlock.proof.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What is allowed is what is used, reserved and left. Outcomes do not tell what is reserved: it may not be negative, and
 * is nothing once no call is open and no operation unknown.
 */
final class Budgeting {
    private static final Map<String, ToLongFunction<Counters>> CEILINGS = Map.of(
            "turns", Counters::turns,
            "calls", Counters::calls,
            "model_calls", Counters::modelCalls,
            "retries", Counters::retries,
            "handoffs", Counters::handoffs,
            "denials", Counters::denials);

    private Budgeting() {}

    static List<String> complaints(Recording recording) {
        Map<String, JsonNode> ceilings = new HashMap<>();
        recording
                .policies()
                .forEach(policy ->
                        ceilings.put(policy.policyHash(), policy.policy().node().path("ceilings")));
        Written written = new Written(recording);
        List<String> complaints = new ArrayList<>();
        for (Seen<Outcome> seen : recording.outcomes()) {
            Outcome outcome = seen.record();
            written.by(seen.raw())
                    .map(entry -> ceilings.get(entry.record().policyHash()))
                    .filter(known -> outcome.used() != null)
                    .ifPresent(known -> CEILINGS.forEach((name, of) -> {
                        long reserved = known.path(name).asLong()
                                - of.applyAsLong(outcome.used())
                                - of.applyAsLong(outcome.remaining());
                        if (reserved < 0 || reserved > 0 && isSettled(outcome)) {
                            complaints.add("budget: " + reserved + " " + name + " are reserved: " + seen);
                        }
                    }));
        }
        return complaints;
    }

    private static boolean isSettled(Outcome outcome) {
        return "terminal".equals(outcome.type())
                && outcome.inFlight().isEmpty()
                && outcome.operations().stream()
                        .noneMatch(operation -> OperationState.UNKNOWN.equals(operation.state()));
    }
}
