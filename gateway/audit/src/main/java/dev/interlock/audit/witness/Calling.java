package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * No more calls of a run are dispatched than its ceiling and what was granted allow, whatever outcomes say. A call is
 * counted once however often it is tried, and not at all where a worker proved that it was never started: that one may have
 * been given back. Runs that go on from one another have one ceiling.
 */
final class Calling {
    private static final String CALLS = "calls";

    private Calling() {}

    static List<Complaint> complaints(Recording recording) {
        Map<String, JsonNode> ceilings = Budgeting.ceilings(recording);
        Map<String, Long> granted = granted(recording);
        Set<String> notExecuted = notExecuted(recording);
        Set<List<String>> givenBack = new HashSet<>();
        Map<String, Long> allowed = new HashMap<>();
        Map<String, Position> last = new HashMap<>();
        Map<String, Set<List<String>>> called = new LinkedHashMap<>();
        for (Seen<Dispatch> seen : recording.executes()) {
            Dispatch dispatch = seen.record();
            JsonNode ceiling = ceilings.get(dispatch.policyHash());
            if (ceiling != null && recording.owns(dispatch.runId())) {
                String first = first(dispatch.runId());
                List<String> call = List.of(dispatch.runId(), dispatch.proposalId());
                allowed.merge(first, ceiling.path(CALLS).asLong(), Math::max);
                called.computeIfAbsent(first, key -> new HashSet<>()).add(call);
                last.put(first, seen.at());
                if (notExecuted.contains(dispatch.dispatchId())) {
                    givenBack.add(call);
                }
            }
        }
        List<Complaint> complaints = new ArrayList<>();
        called.forEach((run, calls) -> {
            calls.removeAll(givenBack);
            long most = allowed.get(run) + granted.getOrDefault(run, 0L);
            if (calls.size() > most) {
                complaints.add(Fault.TOO_MANY_CALLS.at(last.get(run), run + ": " + calls.size() + ", allowed " + most));
            }
        });
        return complaints;
    }

    private static Set<String> notExecuted(Recording recording) {
        Set<String> dispatches = new HashSet<>();
        recording.results().stream()
                .filter(seen -> seen.record().notExecuted() != null)
                .forEach(seen -> dispatches.add(seen.record().dispatchId()));
        recording.answers().stream()
                .filter(seen -> seen.record().notExecuted() != null)
                .forEach(seen -> dispatches.add(seen.record().dispatchId()));
        return dispatches;
    }

    /** What operators granted, at most: not every grant is carried out. */
    private static Map<String, Long> granted(Recording recording) {
        Map<String, Long> granted = new HashMap<>();
        for (Control control : recording.commands()) {
            if (ControlType.GRANT.equals(control.type()) && control.runId() != null) {
                control.grants().stream()
                        .filter(grant -> CALLS.equals(grant.budget()))
                        .mapToLong(BudgetGrant::amount)
                        .forEach(amount -> granted.merge(first(control.runId()), amount, Long::sum));
            }
        }
        return granted;
    }

    /** The run that others go on from as {@code ~1}, {@code ~2}. */
    private static String first(String runId) {
        int mark = runId.indexOf('~');
        return mark < 0 ? runId : runId.substring(0, mark);
    }
}
