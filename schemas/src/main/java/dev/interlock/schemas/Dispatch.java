package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Permission to execute a call, a question whether it happened, or its cancellation.
 *
 * @param type what the worker shall do. A marker asks for nothing: it says that a stop has taken effect in this
 *     partition
 * @param dispatchId names this record. The answer names it
 * @param runId the run; may be null
 * @param proposalId the proposal it came from; may be null
 * @param tool tool name; may be null
 * @param kind what the call does; may be null
 * @param args arguments as proposed; may be null
 * @param operationId the operation of a write; hand it to the receiver as its idempotency key; may be null
 * @param epoch epoch of the operation, from 1; 0 for reads and model calls
 * @param attempt attempt number, from 1; 0 for a marker
 * @param fingerprint fingerprint of tool and arguments; may be null
 * @param timeoutMs time the worker has, from the append time of this record. Milliseconds
 * @param maxTimeoutMs time the worker has at most, from the append time of this record, while it reports that the call
 *     is running; absent where that gives no more time. Milliseconds; may be null
 * @param targetDispatchId the execute dispatch that a query asks about or a cancel withdraws; may be null
 * @param causedBy what to stamp on whatever this call triggers: the operation of a write; of a read or model call the one
 *     that caused its run, where one did; may be null
 * @param approvalId the hold whose approval this dispatch uses up; may be null
 * @param stop the stop or lift that took effect. In a marker; may be null
 * @param policyHash hash of the policy it was decided under
 * @param traceparent W3C trace context; may be null
 */
@RecordBuilder
public record Dispatch(
        String type,
        String dispatchId,
        String runId,
        String proposalId,
        String tool,
        String kind,
        Json args,
        String operationId,
        long epoch,
        int attempt,
        String fingerprint,
        long timeoutMs,
        Long maxTimeoutMs,
        String targetDispatchId,
        CausedBy causedBy,
        String approvalId,
        StopMarker stop,
        String policyHash,
        String traceparent)
        implements WireRecord {}
