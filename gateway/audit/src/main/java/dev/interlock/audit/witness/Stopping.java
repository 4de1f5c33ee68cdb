package dev.interlock.audit.witness;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.StopMarker;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.Kind;
import dev.interlock.schemas.Symbols.MarkerType;
import dev.interlock.schemas.Symbols.ScopeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Behind the marker of a stop, its partition of a dispatch topic has no permission to execute a call in its scope, until
 * the marker of the lift.
 */
final class Stopping {
    /** What is in force in a partition, by ledger key of its scope. */
    private final Map<List<Object>, Map<String, Scope>> inForce = new HashMap<>();

    private final Map<List<String>, String> agents = new HashMap<>();
    private final Frame frame;
    private final List<Complaint> complaints = new ArrayList<>();

    private Stopping(Recording recording) {
        frame = recording.frame();
        recording.proposals().stream()
                .map(Seen::record)
                .forEach(proposal ->
                        agents.putIfAbsent(List.of(proposal.runId(), proposal.proposalId()), proposal.agentId()));
    }

    static List<Complaint> complaints(Recording recording) {
        Stopping all = new Stopping(recording);
        Stream.concat(
                        recording.frame().markers().stream(),
                        recording.executes().stream()
                                .filter(seen -> recording.owns(seen.record().runId())))
                .sorted(Comparator.<Seen<Dispatch>, String>comparing(
                                seen -> seen.at().topic())
                        .thenComparing(seen -> seen.at().partition())
                        .thenComparing(seen -> seen.at().offset()))
                .forEach(all::judge);
        return all.complaints;
    }

    private void judge(Seen<Dispatch> seen) {
        Map<String, Scope> stops = inForce.computeIfAbsent(
                List.of(seen.at().topic(), seen.at().partition()), partition -> new HashMap<>());
        Dispatch dispatch = seen.record();
        switch (dispatch.type()) {
            case DispatchType.MARKER -> mark(stops, dispatch.stop());
            case DispatchType.EXECUTE -> {
                if (stops.values().stream().anyMatch(scope -> reaches(scope, dispatch))) {
                    complaints.add(Fault.DISPATCHED_AFTER_STOP.at(seen));
                }
            }
            default -> {}
        }
    }

    private static void mark(Map<String, Scope> stops, StopMarker marker) {
        String key = Keys.ledgerStop(marker.scope());
        if (MarkerType.STOP.equals(marker.type())) {
            stops.put(key, marker.scope());
        } else {
            stops.remove(key);
        }
    }

    private boolean reaches(Scope scope, Dispatch dispatch) {
        return switch (scope.kind()) {
            case ScopeKind.ALL -> true;
            case ScopeKind.RUN -> scope.id().equals(dispatch.runId());
            case ScopeKind.AGENT -> scope.id().equals(agents.get(List.of(dispatch.runId(), dispatch.proposalId())));
            case ScopeKind.TOOL -> scope.id().equals(dispatch.tool());
            case ScopeKind.MODEL -> Kind.MODEL.equals(dispatch.kind()) && isNamed(scope, dispatch);
            case ScopeKind.CHAIN ->
                scope.id().equals(dispatch.operationId())
                        || frame.place(dispatch.runId())
                                .map(Frame.Place::root)
                                .filter(scope.id()::equals)
                                .isPresent();
            default -> false;
        };
    }

    /** A stop of model calls may name one model, and names all if it names none. */
    private static boolean isNamed(Scope scope, Dispatch dispatch) {
        return scope.id() == null || scope.id().equals(dispatch.tool());
    }
}
