package dev.interlock.audit.witness;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * An operation is one call, whichever runs want it, and is let through again only where it is known not to have happened.
 * The order is that of its chain in the journal; of an old operation the ledger may have forgotten some states.
 */
final class Repeating {
    private final Map<String, NavigableMap<Long, String>> states = new HashMap<>();
    private final Map<String, List<String>> calls = new HashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    private Repeating() {}

    static List<Complaint> complaints(Recording recording) {
        Repeating all = new Repeating();
        Written written = recording.written();
        for (Seen<LedgerOperation> seen : recording.operations()) {
            LedgerOperation operation = seen.record();
            written.by(seen.raw())
                    .ifPresent(by -> all.states
                            .computeIfAbsent(by.record().chain(), chain -> new TreeMap<>())
                            .put(by.record().seq(), operation.state()));
        }
        recording.executes().stream()
                .filter(seen -> seen.record().operationId() != null
                        && recording.owns(seen.record().operationId()))
                .forEach(seen -> all.judge(seen, written));
        return all.complaints;
    }

    private void judge(Seen<Dispatch> seen, Written written) {
        Dispatch dispatch = seen.record();
        List<String> call = List.of(dispatch.tool(), dispatch.fingerprint());
        List<String> first = calls.putIfAbsent(dispatch.operationId(), call);
        if (first != null && !first.equals(call)) {
            complaints.add(Fault.OTHER_CALL.at(seen));
        }
        String chain = Keys.operationChain(dispatch.operationId());
        written.by(seen.raw())
                .filter(by -> by.record().chain().equals(chain))
                .map(by -> states.getOrDefault(chain, new TreeMap<>())
                        .lowerEntry(by.record().seq()))
                .filter(before -> !OperationState.NOT_COMMITTED.equals(before.getValue()))
                .ifPresent(before ->
                        complaints.add(Fault.REPEATED.at(seen.at(), before.getValue() + " before " + dispatch)));
    }
}
