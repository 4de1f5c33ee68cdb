package dev.interlock.audit.witness;

import dev.interlock.schemas.Activation;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Of a run that names what triggered it, nothing is dispatched unless it was admitted to a chain; and a chain counts each
 * of its runs under a number of its own.
 */
final class Admitting {
    private final Recording recording;
    private final List<Complaint> complaints = new ArrayList<>();

    private Admitting(Recording recording) {
        this.recording = recording;
    }

    /** Whether an answer gives a run its place in a chain. */
    static boolean admits(StageAnswer answer) {
        return AnswerTo.ADMIT.equals(answer.to())
                && Verdict.ADMITTED.equals(answer.verdict())
                && answer.activation() != null;
    }

    static List<Complaint> complaints(Recording recording) {
        Admitting all = new Admitting(recording);
        all.judgeNumbers();
        all.judgeDispatches();
        return all.complaints;
    }

    private void judgeNumbers() {
        Map<List<Object>, String> numbers = new HashMap<>();
        recording.answers().stream()
                .filter(seen -> admits(seen.record()))
                .filter(seen -> recording.owns(seen.record().activation().root()))
                .forEach(seen -> {
                    Activation place = seen.record().activation();
                    String run = seen.record().runId();
                    String other = numbers.putIfAbsent(List.of(place.root(), place.children()), run);
                    if (other != null && !other.equals(run)) {
                        complaints.add(Fault.COUNTED_AS_ANOTHER.at(seen.at(), run + " and " + other + ": " + place));
                    }
                });
    }

    private void judgeDispatches() {
        Set<String> triggered = new HashSet<>();
        Set<String> seen = new HashSet<>();
        recording.proposals().stream().map(Seen::record).forEach(proposal -> {
            if (seen.add(proposal.runId()) && proposal.causedBy() != null) {
                triggered.add(proposal.runId());
            }
        });
        recording.executes().stream()
                .filter(dispatch -> recording.owns(dispatch.record().runId()))
                .filter(dispatch -> triggered.contains(dispatch.record().runId()))
                .filter(dispatch -> recording.isWithin(dispatch.raw().timestampMs()))
                .filter(dispatch ->
                        recording.isWhole(Keys.runChain(dispatch.record().runId())))
                .filter(dispatch ->
                        recording.frame().place(dispatch.record().runId()).isEmpty())
                .forEach(dispatch -> complaints.add(Fault.UNADMITTED.at(dispatch)));
    }
}
