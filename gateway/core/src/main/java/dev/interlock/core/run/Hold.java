package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import java.util.ArrayList;
import java.util.List;

/**
 * A call that waits for a person, or that a person approved and that did not run yet. It binds the digest of the whole
 * call, and by where it stands the run and the one policy the run is held to. It names nothing else: another call of the
 * same tool has a hold of its own, and so has the same call once this approval is used.
 *
 * @param holdId names it in <em>approve</em> and <em>reject</em>, and as the approval wherever that travels; no other run
 *     has it, and no other hold of this one
 * @param proposal the proposal that is held
 * @param joined further proposals of the same call, answered with it; at most {@value #MOST_JOINED}
 * @param standing where it stands
 * @param expiresAtMs when it stops being good for anything, approved or not
 */
public record Hold(String holdId, Proposal proposal, List<String> joined, Standing standing, long expiresAtMs) {
    /** The most further proposals that are answered with the one held. */
    static final int MOST_JOINED = 16;

    public Hold {
        joined = List.copyOf(joined);
    }

    /** Where a hold stands. One that is used, rejected, expired or void is there no more. */
    public enum Standing {
        /** A person is asked. */
        PENDING,
        /** Approved, and free to be used once by exactly this call. */
        GRANTED,
        /** On its way with a request to the operation stage, whose answer says whether it is used. */
        OFFERED
    }

    /** The call. */
    public Call call() {
        return proposal.call()
                .orElseThrow(() -> new IllegalStateException("hold " + holdId + " is of a proposal without a call"));
    }

    boolean isOf(Call other) {
        return call().digest().equals(other.digest());
    }

    OpenCall.Approval approval() {
        return new OpenCall.Approval(holdId, joined);
    }

    /** All proposals it keeps waiting. */
    List<String> proposals() {
        List<String> all = new ArrayList<>(List.of(proposal.proposalId()));
        all.addAll(joined);
        return all;
    }

    Hold joined(String proposalId) {
        List<String> more = new ArrayList<>(joined);
        more.add(proposalId);
        return new Hold(holdId, proposal, more, standing, expiresAtMs);
    }

    /** Those that waited were answered; who asks from now on asks anew. */
    Hold moved(Standing changed) {
        return new Hold(holdId, proposal, changed == Standing.GRANTED ? List.of() : joined, changed, expiresAtMs);
    }
}
