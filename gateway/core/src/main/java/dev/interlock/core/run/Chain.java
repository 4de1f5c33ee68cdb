package dev.interlock.core.run;

import dev.interlock.core.fact.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run as an activation of a chain.
 *
 * @param causedBy the operation that triggered the run, as its first proposal says; empty for a run that nothing triggered
 * @param membership what the operation stage said of that; empty until then
 * @param awaited what waits until it does
 */
public record Chain(Optional<String> causedBy, Optional<Membership> membership, Optional<Awaited> awaited) {
    /** Nothing triggered the run. */
    public static final Chain NONE = new Chain(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Proposals that wait for the run's admission.
     *
     * @param requestId the admission that was asked for
     * @param proposals calls, in the order they came; no more than the policy lets be open
     * @param finish the agent's wish to end after them, where there is one; nothing is taken in after it
     */
    public record Awaited(String requestId, List<Proposal> proposals, Optional<Finish> finish) {
        public Awaited {
            proposals = List.copyOf(proposals);
        }

        Awaited with(Proposal proposal) {
            List<Proposal> more = new ArrayList<>(proposals);
            more.add(proposal);
            return new Awaited(requestId, more, finish);
        }

        Awaited ending(Finish wish) {
            return new Awaited(requestId, proposals, Optional.of(wish));
        }
    }

    /** Its place in the chain, once that is known. */
    public Optional<Activation> activation() {
        return membership.flatMap(Membership::activation);
    }

    /** The operation the chain began with, once that is known. */
    public Optional<String> root() {
        return activation().map(Activation::root);
    }

    /**
     * The operation that triggered the run, where nothing was said of that: one whose first proposals were denied whatever
     * its chain is, or that goes on from a run that ended before it was admitted, has still to ask.
     */
    Optional<String> unanswered() {
        return causedBy.filter(operationId -> membership.isEmpty());
    }

    /** Whether a proposal waits for the admission. */
    public boolean keepsWaiting(String proposalId) {
        return awaited.stream()
                .flatMap(a -> a.proposals().stream())
                .anyMatch(p -> p.proposalId().equals(proposalId));
    }

    Chain caused(String operationId) {
        return new Chain(Optional.of(operationId), membership, awaited);
    }

    Chain asked(String operationId, Awaited first) {
        return new Chain(Optional.of(operationId), Optional.empty(), Optional.of(first));
    }

    Chain awaiting(Awaited changed) {
        return new Chain(causedBy, membership, Optional.of(changed));
    }

    Chain answered(Membership told) {
        return new Chain(causedBy, Optional.of(told), Optional.empty());
    }

    /** Nothing is waited for any more: the run ends. */
    Chain ended() {
        return new Chain(causedBy, membership, Optional.empty());
    }
}
