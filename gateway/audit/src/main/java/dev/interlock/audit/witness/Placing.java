package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.Activation;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
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
    private final Recording recording;
    private final Map<String, Set<String>> holders = new HashMap<>();
    private final Map<String, JsonNode> limits = new HashMap<>();
    private final Map<String, Activation> places = new HashMap<>();
    private final Written written;
    private final List<Complaint> complaints = new ArrayList<>();

    private Placing(Recording recording) {
        this.recording = recording;
        written = recording.written();
        for (Seen<Dispatch> seen : recording.executes()) {
            hold(seen.record().operationId(), seen.record().runId());
        }
        for (Seen<LedgerOperation> seen : recording.operations()) {
            hold(seen.record().operationId(), seen.record().runId());
        }
        recording.answers().stream()
                .map(Seen::record)
                .filter(Admitting::admits)
                .forEach(answer -> places.putIfAbsent(answer.requestId(), answer.activation()));
        recording
                .policies()
                .forEach(policy ->
                        limits.put(policy.policyHash(), policy.policy().node().path("chains")));
    }

    static List<Complaint> complaints(Recording recording) {
        Placing all = new Placing(recording);
        recording.requests().stream()
                .filter(seen -> RequestType.ADMIT.equals(seen.record().type()))
                .filter(seen -> seen.record().activation() == null)
                .forEach(all::judge);
        return all.complaints;
    }

    /** An answer to nobody's question is seen by others. */
    private void judge(Seen<StageRequest> request) {
        String run = request.record().runId();
        String cause = request.record().operationId();
        if (recording.owns(cause) && recording.isWhole(Keys.operationChain(cause))) {
            recording
                    .frame()
                    .place(run)
                    .filter(place -> holders.getOrDefault(cause, Set.of()).stream()
                            .noneMatch(holder -> isBelow(place, holder, cause)))
                    .ifPresent(place ->
                            complaints.add(Fault.MISPLACED.at(request.at(), place + " of " + run + " by " + cause)));
        }
        Activation place = places.get(request.record().requestId());
        if (recording.owns(run) && place != null) {
            written.by(request.raw())
                    .map(by -> limits.get(by.record().policyHash()))
                    .filter(most -> place.depth() > most.path("depth").asInt()
                            || place.children() > most.path("activations").asLong())
                    .ifPresent(most -> complaints.add(
                            Fault.BEYOND_CHAIN.at(request.at(), place + " of " + run + ", allowed " + most)));
        }
    }

    /** What nothing triggered begins a chain with its operation. */
    private boolean isBelow(Frame.Place place, String run, String operationId) {
        return recording
                .frame()
                .place(run)
                .map(above -> place.root().equals(above.root()) && place.depth() == above.depth() + 1)
                .orElse(place.root().equals(operationId) && place.depth() == 1);
    }

    private void hold(String operationId, String runId) {
        if (operationId != null) {
            holders.computeIfAbsent(operationId, key -> new HashSet<>()).add(runId);
        }
    }
}
