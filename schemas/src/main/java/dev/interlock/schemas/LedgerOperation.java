package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Latest state of an operation: the compacted view that others read. The operation stage alone decides.
 *
 * @param operationId operation id
 * @param tool tool name
 * @param fingerprint fingerprint of tool and arguments
 * @param identityRule hash of the identity rule the fingerprint was made under
 * @param state whether the effect happened
 * @param conflictingEvidence true if evidence contradicts the state; an operator decides
 * @param epoch current epoch, from 1
 * @param version rises with each change; a resolve names the version it saw
 * @param runId the run that opened the current epoch
 * @param dispatchId the execute dispatch of the current epoch
 * @param result the result that was kept; may be null
 * @param receipt receipt of the system of record; may be null
 * @param conflictingReceipt the second receipt, where evidence contradicts; may be null
 * @param approvalId the hold whose approval was used; may be null
 * @param resolvedBy the operator who resolved it; may be null
 * @param queries how often a worker was asked what became of the current epoch; absent where none was; may be null
 * @param nextQueryAtMs when the next is asked, or the last is given up; absent where nobody is asked any more.
 *     Milliseconds since the epoch; may be null
 * @param joiners how many calls of other runs wait for the claim in flight; absent where none does; may be null
 * @param activation place in a chain of the run that opened the current epoch; absent where nothing triggered it, so that a
 *     chain can begin here; may be null
 * @param terminal true if nothing more is awaited about it
 * @param updatedAtMs when it last changed, by the clock of the gateway. Milliseconds since the epoch
 */
@RecordBuilder
public record LedgerOperation(
        String operationId,
        String tool,
        String fingerprint,
        String identityRule,
        String state,
        boolean conflictingEvidence,
        long epoch,
        long version,
        String runId,
        String dispatchId,
        OperationResult result,
        Json receipt,
        Json conflictingReceipt,
        String approvalId,
        String resolvedBy,
        Integer queries,
        Long nextQueryAtMs,
        Integer joiners,
        Activation activation,
        boolean terminal,
        long updatedAtMs)
        implements WireRecord {}
