package dev.interlock.chaos.witness;

import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Who proposes is answered: by an outcome that names the proposal, or by the end of its run. */
final class Answering {
    private Answering() {}

    /** The proposals without an answer, each once however often it was sent. */
    static List<String> unanswered(Recording recording) {
        Set<List<String>> answered = new HashSet<>();
        Set<String> ended = new HashSet<>();
        recording.ends().forEach(end -> ended.add(end.record().runId()));
        for (Seen<Outcome> seen : recording.outcomes()) {
            Outcome outcome = seen.record();
            if (outcome.runId() != null && outcome.proposalId() != null) {
                answered.add(List.of(outcome.runId(), outcome.proposalId()));
            }
        }
        Set<String> lost = new LinkedHashSet<>();
        for (Seen<Proposal> seen : recording.proposals()) {
            Proposal proposal = seen.record();
            if (!ended.contains(proposal.runId())
                    && !answered.contains(List.of(proposal.runId(), proposal.proposalId()))) {
                lost.add(proposal.runId() + " " + proposal.proposalId());
            }
        }
        return new ArrayList<>(lost);
    }
}
