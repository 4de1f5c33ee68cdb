package dev.interlock.server.wire;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.OperationResult;
import java.util.Optional;

/**
 * What surrounds one decision about a run when its effects are written.
 *
 * @param runId the run
 * @param document the policy decided under
 * @param policyHash its hash
 * @param before where the run's journal chain stood
 * @param after the run after the decision; empty when there is none
 * @param carried what the result at hand brought, where there is one
 */
public record RunFrame(
        String runId,
        PolicyDocument document,
        String policyHash,
        ChainPosition before,
        Optional<RunState> after,
        Optional<Carried> carried) {
    /** What the core decided by. */
    Policy policy() {
        return document.policy();
    }

    /** The name of the run's journal chain. */
    public String chain() {
        return Keys.runChain(runId);
    }

    /** Who began the run. */
    String ownerAgentId() {
        return after.map(RunState::ownerAgentId)
                .orElseThrow(() -> new IllegalStateException("Run " + runId + " asks for a write and has no state"));
    }

    /** The run's place in a chain. */
    Optional<Activation> activation() {
        return after.flatMap(run -> run.chain().activation());
    }

    /** The operation that triggered the run, where one did. */
    Optional<String> causedBy() {
        return after.flatMap(run -> run.chain().causedBy());
    }

    Optional<OperationResult> result() {
        return carried.map(Carried::result);
    }
}
