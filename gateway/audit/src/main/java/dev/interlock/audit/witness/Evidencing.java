package dev.interlock.audit.witness;

import dev.interlock.schemas.Control;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.Effect;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An operation is committed because a worker reported that, itself or asked later, or because an operator found it. */
final class Evidencing {
    private Evidencing() {}

    static List<Complaint> complaints(Recording recording) {
        Set<String> found = new HashSet<>();
        for (Seen<Result> seen : recording.results()) {
            Result result = seen.record();
            if (Effect.COMMITTED.equals(result.effect()) && result.operationId() != null) {
                found.add(result.operationId());
            }
        }
        recording.passedOn().stream()
                .map(seen -> seen.record().control())
                .filter(Evidencing::findsCommitted)
                .map(Control::operationId)
                .forEach(found::add);
        Set<String> told = new HashSet<>();
        List<Complaint> complaints = new ArrayList<>();
        for (Seen<LedgerOperation> seen : recording.operations()) {
            LedgerOperation operation = seen.record();
            if (recording.owns(operation.operationId())
                    && recording.isWithin(operation.updatedAtMs())
                    && recording.isWhole(Keys.operationChain(operation.operationId()))
                    && OperationState.COMMITTED.equals(operation.state())
                    && !found.contains(operation.operationId())
                    && told.add(operation.operationId())) {
                complaints.add(Fault.NO_EVIDENCE.at(seen));
            }
        }
        return complaints;
    }

    private static boolean findsCommitted(Control control) {
        return ControlType.RESOLVE.equals(control.type()) && OperationState.COMMITTED.equals(control.state());
    }
}
