package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * What is allowed, by policy and grants, is what is used, reserved and left. Outcomes do not tell what is reserved: it may
 * not be negative, and is nothing once no call is open and no operation unknown.
 */
final class Budgeting {
    private static final String COST = "cost_micros";

    /** The ceiling of cost of a policy that has none, as its outcomes tell it. */
    private static final long MOST_MICROS = 1_000_000_000_000_000L;

    private static final Map<String, ToLongFunction<Counters>> CEILINGS = Map.of(
            "turns",
            Counters::turns,
            "calls",
            Counters::calls,
            "model_calls",
            Counters::modelCalls,
            "retries",
            Counters::retries,
            "handoffs",
            Counters::handoffs,
            "denials",
            Counters::denials,
            COST,
            Counters::costMicros);

    /** Those that are looked at before anything is taken of them; retries are also counted afterwards, as are denials. */
    private static final Set<String> NEVER_NEGATIVE = Set.of("turns", "calls", "model_calls", "handoffs");

    private Budgeting() {}

    static List<Complaint> complaints(Recording recording) {
        Map<String, JsonNode> ceilings = ceilings(recording);
        Written written = recording.written();
        Raised raised = new Raised(recording);
        List<Complaint> complaints = new ArrayList<>();
        recording.outcomes().stream()
                .filter(seen -> seen.record().used() != null
                        && recording.owns(seen.record().runId()))
                .filter(seen -> recording.isWithin(seen.raw().timestampMs()))
                .filter(seen -> recording.isWhole(Keys.runChain(seen.record().runId())))
                .forEach(seen -> written.by(seen.raw())
                        .ifPresent(entry -> complaints.addAll(judge(
                                seen,
                                ceilings.get(entry.record().policyHash()),
                                ceiling -> raised.to(ceiling, entry.record())))));
        return complaints;
    }

    /** The ceilings of each policy, by its hash. */
    static Map<String, JsonNode> ceilings(Recording recording) {
        Map<String, JsonNode> ceilings = new HashMap<>();
        recording
                .policies()
                .forEach(policy ->
                        ceilings.put(policy.policyHash(), policy.policy().node().path("ceilings")));
        return ceilings;
    }

    /** A ceiling of a policy, by its name. */
    static long ceiling(JsonNode ceilings, String name) {
        return ceilings.path(name).asLong(COST.equals(name) ? MOST_MICROS : 0);
    }

    /** The names of all that are counted. */
    static Set<String> names() {
        return CEILINGS.keySet();
    }

    /** What counters say of a ceiling, by its name. */
    static long count(String name, Counters counters) {
        return CEILINGS.get(name).applyAsLong(counters);
    }

    private static List<Complaint> judge(Seen<Outcome> seen, JsonNode ceilings, ToLongFunction<String> raised) {
        if (ceilings == null) {
            return List.of(Fault.RULELESS.at(seen));
        }
        Outcome outcome = seen.record();
        List<Complaint> complaints = new ArrayList<>();
        CEILINGS.forEach((name, of) -> {
            long allowed = ceiling(ceilings, name) + raised.applyAsLong(name);
            long reserved = allowed - of.applyAsLong(outcome.used()) - of.applyAsLong(outcome.remaining());
            if (reserved < 0) {
                complaints.add(Fault.OVERDRAWN.at(seen.at(), -reserved + " " + name + ": " + outcome));
            } else if (reserved > 0 && isSettled(outcome)) {
                complaints.add(Fault.KEPT.at(seen.at(), reserved + " " + name + ": " + outcome));
            }
            if (NEVER_NEGATIVE.contains(name) && of.applyAsLong(outcome.remaining()) < 0) {
                complaints.add(Fault.OVERSPENT.at(seen.at(), name + ": " + outcome));
            }
        });
        return complaints;
    }

    private static boolean isSettled(Outcome outcome) {
        return "terminal".equals(outcome.type())
                && outcome.inFlight().isEmpty()
                && outcome.operations().stream()
                        .noneMatch(operation -> OperationState.UNKNOWN.equals(operation.state()));
    }
}
