package dev.interlock.core.operation;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.Target;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunState;
import java.util.Map;
import java.util.Optional;

/**
 * A run's wish to execute a write, with everything this stage needs to know about it.
 *
 * @param requestId the run's id for this wish; a retry has another
 * @param runId the run
 * @param proposalId the proposal it comes from
 * @param agentId who proposed it
 * @param ownerAgentId who began the run
 * @param tool the tool
 * @param fingerprint digest of tool and canonical arguments
 * @param identityRule the rule the fingerprint was made by
 * @param attempt which attempt of the run it is, from 1
 * @param replay whether only a stored result is wanted; such a request is never granted
 * @param contract the tool's contract, resolved by the run stage
 * @param stubMs milliseconds the ended run still answers with its outcome, which may rest on this operation
 * @param base the run's validated revisions, by subject: evidence below them is a regression
 * @param approvalId the approval it brings, where a person had to approve it
 * @param activation the place of its run in a chain; that of a root for a run that nothing triggered
 */
public record Request(
        String requestId,
        String runId,
        String proposalId,
        String agentId,
        String ownerAgentId,
        String tool,
        String fingerprint,
        String identityRule,
        int attempt,
        boolean replay,
        ToolContract contract,
        long stubMs,
        Map<String, Long> base,
        Optional<String> approvalId,
        Activation activation) {
    public Request {
        base = Map.copyOf(base);
    }

    /**
     * The request that a run's wish is passed on as.
     *
     * @param asking the run
     * @param wish what it decided to ask for
     * @param policy the policy it is held to
     */
    public static Request of(RunState asking, RunEffect.Request wish, Policy policy) {
        OpenCall call = wish.call();
        return new Request(
                call.id(),
                asking.runId(),
                call.proposalId(),
                call.agentId(),
                asking.ownerAgentId(),
                call.call().tool(),
                call.call().fingerprint(),
                call.call().identityRule(),
                call.attempt(),
                call.replay(),
                call.contract(),
                policy.horizons().stubMs(),
                wish.revisions(),
                call.approvalId(),
                asking.chain()
                        .activation()
                        .orElseGet(
                                () -> Activation.root(call.call().operationId().orElseThrow())));
    }

    /** The same, told apart by another fingerprint of the same call. */
    public Request told(String otherFingerprint, String otherRule) {
        return new Request(
                requestId,
                runId,
                proposalId,
                agentId,
                ownerAgentId,
                tool,
                otherFingerprint,
                otherRule,
                attempt,
                replay,
                contract,
                stubMs,
                base,
                approvalId,
                activation);
    }

    /** Whether a stop reaches this write: by itself, by ending its run, or as what that left to the run it ends. */
    public boolean isReachedBy(Stop stop) {
        Target run = new Target(runId, ownerAgentId, Optional.of(activation.root()));
        return stop.reaches(run, agentId, tool, Kind.WRITE) || stop.endsRun(run) || Lineage.isLeftTo(stop, runId);
    }
}
