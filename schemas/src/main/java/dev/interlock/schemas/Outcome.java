package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The answer to a proposal, the terminal outcome of a run, a late settlement, or a part of a containment
 * report.
 *
 * @param type what is answered
 * @param runId the run; may be null
 * @param proposalId the proposal that is answered; absent in a denial if it could not be read; may be null
 * @param seq number of the outcome in its run, from 1; one that is told again keeps its number
 * @param status of a result: the status of the result. Of a terminal outcome: completed, partial, stopped,
 *     needs_reconciliation or needs_human; may be null
 * @param reason reason code. The list is in the README; may be null
 * @param guard the guard that fired; may be null
 * @param error what went wrong, as data. Of a terminal outcome: with the blocked call; may be null
 * @param validatedRevision highest revision validated so far; may be null
 * @param used what the run has used; may be null
 * @param remaining what the run has left; may be null
 * @param value value of the call, up to 64 KiB. That of a terminal outcome stands in last_good; may be null
 * @param valueDigest SHA-256 of the canonical form of the whole value, in hex; may be null
 * @param valueTruncated true if the value was too large to be carried
 * @param valueRef where the whole value is, if it is on a topic; may be null
 * @param lastGood the last good result of the run; may be null
 * @param blockedCall the call at which the run ended: one that was not let through, or one whose result it does not go on
 *     from; may be null
 * @param operations the writes of the run
 * @param inFlight calls whose results are not in
 * @param allowedNextActions what may be done next: none, resume_after_change, human_review,
 *     query_operation_status
 * @param retryAfterMs how long to wait before proposing again. Milliseconds; may be null
 * @param resumedFrom the ended run this one resumes; may be null
 * @param policyHash hash of the policy it was decided under. Absent in containment reports, which rest on none; may be null
 * @param hold the hold that waits for a human. Absent where a pause waits for no approval, as with a result of status
 *     human_required; may be null
 * @param containment the part of the report; may be null
 * @param activation place of the run in its chain; absent for a run nothing triggered; may be null
 * @param atMs when it was decided, by the clock of the gateway. Milliseconds since the epoch
 */
@RecordBuilder
public record Outcome(
        String type,
        String runId,
        String proposalId,
        long seq,
        String status,
        String reason,
        GuardReading guard,
        CallError error,
        Long validatedRevision,
        Counters used,
        Counters remaining,
        Json value,
        String valueDigest,
        boolean valueTruncated,
        Position valueRef,
        LastGood lastGood,
        BlockedCall blockedCall,
        List<OperationSummary> operations,
        List<OpenCall> inFlight,
        List<String> allowedNextActions,
        Long retryAfterMs,
        String resumedFrom,
        String policyHash,
        HoldNotice hold,
        Containment containment,
        Activation activation,
        long atMs)
        implements WireRecord {
    /** An absent list is an empty one. */
    public Outcome {
        operations = operations == null ? List.of() : List.copyOf(operations);
        inFlight = inFlight == null ? List.of() : List.copyOf(inFlight);
        allowedNextActions = allowedNextActions == null ? List.of() : List.copyOf(allowedNextActions);
    }
}
