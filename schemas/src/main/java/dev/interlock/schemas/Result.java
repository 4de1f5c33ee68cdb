package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What became of a dispatch, a sign that it still runs, or a deadline that was reached.
 *
 * @param type what is reported. Due records are written by the stages only
 * @param dispatchId the dispatch that is answered; may be null
 * @param runId the run. Also the key, except for operations; may be null
 * @param operationId the operation of a write. Then also the key; may be null
 * @param epoch epoch of the dispatch, from 1; 0 for reads and model calls
 * @param workerId the worker that answers; may be null
 * @param status how the call ended. Absent or unknown is invalid_result; may be null
 * @param effect what happened to the outside world. Absent or not listed is unknown for a write; may be null
 * @param evidence what the verifier read; may be null
 * @param value value of the call. Up to 64 KiB of it are carried on; of a larger one its digest and where it
 *     stands; may be null
 * @param valueDigest SHA-256 of the canonical form of the whole value, in hex; may be null
 * @param valueTruncated true if the value was too large to be carried
 * @param valueRef where the whole value is, if it is on a topic; may be null
 * @param error the error, if there was one; may be null
 * @param retryAfterMs how long to wait before another attempt. Milliseconds; may be null
 * @param adapterAttempts attempts the adapter made by itself, the first included; may be null
 * @param costMicros actual cost. Millionths of the policy's currency unit; may be null
 * @param completedAtMs when the worker finished, by its own clock. Milliseconds since the epoch; may be null
 * @param notExecuted why the fence kept the call from being executed. Written by the worker library only; it
 *     proves that nothing was executed; may be null
 * @param due the deadline. In a due record; may be null
 */
@RecordBuilder
public record Result(
        String type,
        String dispatchId,
        String runId,
        String operationId,
        long epoch,
        String workerId,
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
        String notExecuted,
        Due due)
        implements WireRecord {}
