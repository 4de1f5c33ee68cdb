package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The part of a result that is kept with an operation and handed to the runs that wait for it.
 *
 * @param status how the call ended, as the worker reported it; may be null
 * @param effect what happened to the outside world; may be null
 * @param evidence what the verifier read; may be null
 * @param value value of the call, up to 64 KiB; may be null
 * @param valueDigest SHA-256 of the canonical form of the whole value, in hex; may be null
 * @param valueTruncated true if the value was too large to be carried
 * @param valueRef where the whole value is, if it is on a topic; may be null
 * @param error the error, if there was one; may be null
 * @param retryAfterMs how long to wait before another attempt. Milliseconds; may be null
 * @param adapterAttempts attempts the adapter made by itself, the first included; may be null
 * @param costMicros actual cost. Millionths of the policy's currency unit; may be null
 * @param completedAtMs when the worker finished. Milliseconds since the epoch; may be null
 * @param dispatchId the dispatch that was answered
 * @param workerId the worker that answered; may be null
 */
@RecordBuilder
public record OperationResult(
        String status,
        String effect,
        Evidence evidence,
        Json value,
        String valueDigest,
        boolean valueTruncated,
        Position valueRef,
        CallError error,
        Long retryAfterMs,
        Integer adapterAttempts,
        Long costMicros,
        Long completedAtMs,
        String dispatchId,
        String workerId) {}
