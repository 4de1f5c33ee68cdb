package dev.interlock.audit.witness;

import dev.interlock.schemas.Activation;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Of a run that names what triggered it, nothing is dispatched unless it was admitted to a chain; and a chain counts each
 * of its runs under a number of its own.
 */
final class Admitting {
    private final Map<String, Activation> admitted = new HashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    Admitting(Recording recording) {
        recording.answers().stream()
                .map(Seen::record)
                .filter(Admitting::admits)
                .forEach(answer -> admitted.putIfAbsent(answer.runId(), answer.activation()));
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
        all.judgeDispatches(recording);
        return all.complaints;
    }

    /** The operation that the chain of a run began with; a run that goes on from another is of its chain. */
    static Function<String, Optional<String>> roots(Recording recording) {
        Admitting all = new Admitting(recording);
        return run -> all.admission(run).map(Activation::root);
    }

    private void judgeNumbers() {
        Set<List<Object>> numbers = new HashSet<>();
        admitted.forEach((run, place) -> {
            if (!numbers.add(List.of(place.root(), place.children()))) {
                complaints.add(Fault.COUNTED_AS_ANOTHER.at(run + " " + place));
            }
        });
    }

    private void judgeDispatches(Recording recording) {
        Set<String> triggered = new HashSet<>();
        Set<String> seen = new HashSet<>();
        recording.proposals().stream().map(Seen::record).forEach(proposal -> {
            if (seen.add(proposal.runId()) && names(proposal)) {
                triggered.add(proposal.runId());
            }
        });
        recording.executes().stream()
                .filter(dispatch -> triggered.contains(dispatch.record().runId()))
                .filter(dispatch -> admission(dispatch.record().runId()).isEmpty())
                .forEach(dispatch -> complaints.add(Fault.UNADMITTED.at(dispatch)));
    }

    private static boolean names(Proposal proposal) {
        return proposal.causedBy() != null;
    }

    /** The place of a run in its chain; a run that goes on from another is of its chain. */
    Optional<Activation> admission(String runId) {
        int last = runId.lastIndexOf('~');
        return Optional.ofNullable(admitted.get(runId))
                .or(() -> last < 0 ? Optional.empty() : admission(runId.substring(0, last)));
    }
}
