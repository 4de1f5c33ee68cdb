package dev.interlock.chaos.witness;

import dev.interlock.schemas.Counters;
import dev.interlock.schemas.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A run that goes on from another one does so alone, after that one's end, and with everything that one had used. */
final class Resuming {
    private static final List<ToLongFunction<Counters>> COUNTERS = List.of(
            Counters::turns,
            Counters::calls,
            Counters::modelCalls,
            Counters::retries,
            Counters::handoffs,
            Counters::denials);

    private final Map<String, Outcome> ends = new HashMap<>();
    private final Map<String, String> successors = new HashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    private Resuming(Recording recording) {
        recording.ends().forEach(end -> ends.putIfAbsent(end.record().runId(), end.record()));
    }

    static List<Complaint> complaints(Recording recording) {
        Resuming all = new Resuming(recording);
        recording.outcomes().stream()
                .filter(seen -> seen.record().resumedFrom() != null)
                .forEach(all::judge);
        return all.complaints;
    }

    private void judge(Seen<Outcome> seen) {
        Outcome outcome = seen.record();
        String from = outcome.resumedFrom();
        String successor = successors.putIfAbsent(from, outcome.runId());
        if (successor != null && !successor.equals(outcome.runId())) {
            complaints.add(Fault.RESUMED_TWICE.at(seen));
        }
        Outcome end = ends.get(from);
        if (end == null) {
            complaints.add(Fault.RESUMED_OPEN.at(seen));
        } else if (COUNTERS.stream().anyMatch(of -> of.applyAsLong(outcome.used()) < of.applyAsLong(end.used()))) {
            complaints.add(Fault.RESET.at(seen));
        }
    }
}
