package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.Activation;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Symbols.RequestType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run that was admitted to a chain stands one deeper than a run that had the operation which triggered it, whatever its
 * agent says; and no chain goes deeper, or counts more runs, than the policy of the run lets.
 */
final class Placing {
    private final Map<String, Seen<StageRequest>> asked = new HashMap<>();
    private final Map<String, Set<String>> holders = new HashMap<>();
    private final Map<String, JsonNode> limits = new HashMap<>();
    private final Admitting admitting;
    private final Written written;
    private final List<Complaint> complaints = new ArrayList<>();

    private Placing(Recording recording) {
        admitting = new Admitting(recording);
        written = new Written(recording);
        recording.requests().stream()
                .filter(seen -> RequestType.ADMIT.equals(seen.record().type()))
                .filter(seen -> seen.record().activation() == null)
                .forEach(seen -> asked.putIfAbsent(seen.record().requestId(), seen));
        for (Seen<Dispatch> seen : recording.executes()) {
            hold(seen.record().operationId(), seen.record().runId());
        }
        for (Seen<LedgerOperation> seen : recording.operations()) {
            hold(seen.record().operationId(), seen.record().runId());
        }
        recording
                .policies()
                .forEach(policy ->
                        limits.put(policy.policyHash(), policy.policy().node().path("chains")));
    }

    static List<Complaint> complaints(Recording recording) {
        Placing all = new Placing(recording);
        recording.answers().stream().map(Seen::record).filter(Admitting::admits).forEach(all::judge);
        return all.complaints;
    }

    /** An answer to nobody's question is seen by others. */
    private void judge(StageAnswer answer) {
        Seen<StageRequest> request = asked.get(answer.requestId());
        if (request == null) {
            return;
        }
        Activation place = answer.activation();
        String cause = request.record().operationId();
        if (holders.getOrDefault(cause, Set.of()).stream().noneMatch(run -> isBelow(place, run, cause))) {
            complaints.add(Fault.MISPLACED.at(place + " of " + answer.runId() + " by " + cause));
        }
        written.by(request.raw())
                .map(by -> limits.get(by.record().policyHash()))
                .filter(most -> place.depth() > most.path("depth").asInt()
                        || place.children() > most.path("activations").asLong())
                .ifPresent(most ->
                        complaints.add(Fault.BEYOND_CHAIN.at(place + " of " + answer.runId() + ", allowed " + most)));
    }

    /** What nothing triggered begins a chain with its operation. */
    private boolean isBelow(Activation place, String run, String operationId) {
        return admitting
                .admission(run)
                .map(above -> place.root().equals(above.root()) && place.depth() == above.depth() + 1)
                .orElse(place.root().equals(operationId) && place.depth() == 1);
    }

    private void hold(String operationId, String runId) {
        if (operationId != null) {
            holders.computeIfAbsent(operationId, key -> new HashSet<>()).add(runId);
        }
    }
}
