package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * A run stage asks the operation stage for a claim, takes the wish back, asks to admit a run to a chain, or
 * marks the end of its withdraws after a stop.
 *
 * @param type what is asked
 * @param requestId names the request. It is answered once and finally under this id; may be null
 * @param runId the run that asks; may be null
 * @param proposalId the proposal the request comes from; may be null
 * @param agentId the agent that proposed; may be null
 * @param ownerAgentId the agent that began the run; a stop of it ends the run; may be null
 * @param operationId the operation; for admit the one that caused the run, or the root once it is known. Also the key;
 *     may be null
 * @param tool tool name; may be null
 * @param kind what the call does; may be null
 * @param args arguments as proposed; may be null
 * @param argsDigest digest of the full arguments, volatile fields included, in hex; may be null
 * @param fingerprint fingerprint of tool and arguments; may be null
 * @param identityRule hash of the identity rule; may be null
 * @param otherFingerprints the same call's fingerprints with the other keys that are configured, with spaces between; an
 *     operation is compared by the key it was first asked for with; may be null
 * @param attempt attempt number within the run, from 1; 0 for a marker
 * @param approvalId the hold whose approval the request brings; may be null
 * @param stopId the stop that led to the marker or withdraw; may be null
 * @param task the run-stage task that wrote the marker, such as run-3; may be null
 * @param replay true if only a stored result is wanted; such a request is never granted
 * @param base revisions validated when the call was let through; evidence below them is a regression
 * @param contract what the operation stage must know of the tool contract; may be null
 * @param activation place of the run in its chain; absent for a run nothing triggered, and for admit as long as it is not
 *     known; may be null
 * @param chainLimits ceilings for the admission; may be null
 * @param policyHash hash of the policy it was decided under; may be null
 * @param head head of the sender's chain
 * @param threadId the conversation the run belongs to; may be null
 * @param accountId the account the run is charged to; may be null
 * @param traceparent W3C trace context; may be null
 */
@RecordBuilder
public record StageRequest(
        String type,
        String requestId,
        String runId,
        String proposalId,
        String agentId,
        String ownerAgentId,
        String operationId,
        String tool,
        String kind,
        Json args,
        String argsDigest,
        String fingerprint,
        String identityRule,
        String otherFingerprints,
        int attempt,
        String approvalId,
        String stopId,
        String task,
        boolean replay,
        List<SubjectRevision> base,
        ContractFacts contract,
        Activation activation,
        ChainLimits chainLimits,
        String policyHash,
        ChainHead head,
        String threadId,
        String accountId,
        String traceparent)
        implements WireRecord {
    /** An absent list is an empty one. */
    public StageRequest {
        base = base == null ? List.of() : List.copyOf(base);
    }
}
