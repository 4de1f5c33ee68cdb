package dev.interlock.server.wire;

import dev.interlock.core.run.RunInput;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Proposal;
import java.util.Optional;

/**
 * A proposal that could be read.
 *
 * @param record the proposal
 * @param format the format it was written in
 * @param contentDigest digest of what it proposes
 * @param call the call it proposes, for the policy of its run to say something about; empty where it proposes none that can
 *     be judged
 * @param facts what the core sees of it
 */
public record ProposalMessage(
        Proposal record, Format format, String contentDigest, Optional<ProposedCall> call, Facts facts) {

    /** Makes what the core sees. */
    @FunctionalInterface
    public interface Facts {
        /**
         * What the core sees of a proposal.
         *
         * @param prior what the side store has on its id
         * @param alike a fingerprint of its run, by whose key its own are made; empty where there is none
         * @param told what the policy of its run says about its call, where it proposes one
         */
        RunInput of(Optional<RunInput.Prior> prior, Optional<String> alike, Optional<CallFacts> told);
    }
}
