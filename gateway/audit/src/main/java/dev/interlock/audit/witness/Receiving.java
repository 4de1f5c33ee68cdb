package dev.interlock.audit.witness;

import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the outside world saw agrees with the topics: nothing came that was not permitted, nothing twice, and where the
 * ledger knows whether a write happened, it is so. What an operator resolved stands for itself.
 */
final class Receiving {
    private final Recording recording;
    private final Effects effects;
    private final List<Complaint> complaints = new ArrayList<>();

    private Receiving(Recording recording, Effects effects) {
        this.recording = recording;
        this.effects = effects;
    }

    static List<Complaint> complaints(Recording recording, Effects effects) {
        Receiving all = new Receiving(recording, effects);
        all.judgeCalls();
        all.judgeLedger();
        return all.complaints;
    }

    private void judgeCalls() {
        Set<String> permitted = recording.executes().stream()
                .map(seen -> seen.record().dispatchId())
                .collect(Collectors.toSet());
        Map<String, String> callers = new HashMap<>();
        Set<String> unknown = new HashSet<>();
        effects.calls()
                .forEach((name, dispatches) -> dispatches.forEach(dispatch -> {
                    if (!permitted.contains(dispatch) && unknown.add(dispatch)) {
                        complaints.add(Fault.UNPERMITTED.at(null, dispatch + " called " + name));
                    }
                    if (!name.startsWith(Effects.TRIES)) {
                        String before = callers.putIfAbsent(dispatch, name);
                        if (before != null) {
                            complaints.add(
                                    Fault.DELIVERED_AGAIN.at(null, dispatch + " called " + before + " and " + name));
                        }
                    }
                }));
    }

    private void judgeLedger() {
        Map<String, Seen<LedgerOperation>> latest = new LinkedHashMap<>();
        recording.operations().forEach(seen -> latest.put(seen.record().operationId(), seen));
        latest.values().stream()
                .filter(seen -> seen.record().resolvedBy() == null)
                .forEach(seen -> {
                    LedgerOperation operation = seen.record();
                    boolean there = !effects.of(operation.operationId()).isEmpty();
                    if (OperationState.COMMITTED.equals(operation.state()) && !there) {
                        complaints.add(Fault.NOT_THERE.at(seen));
                    } else if (OperationState.NOT_COMMITTED.equals(operation.state()) && there) {
                        complaints.add(Fault.THERE.at(seen));
                    }
                });
    }
}
