package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The operation stage answers a run stage, or an ended run hands over to its successor.
 *
 * @param to what is answered. A resume is sent by the ended run to its successor
 * @param verdict the answer
 * @param requestId the request; may be null
 * @param runId the run that is answered. Also the key
 * @param proposalId the proposal the request came from; may be null
 * @param operationId the operation; may be null
 * @param epoch epoch the answer is about; 0 where none was opened
 * @param version version of the operation; 0 where there is none
 * @param dispatchId the dispatch that was granted or settled; may be null
 * @param reason reason code; may be null
 * @param guard the guard that fired; may be null
 * @param retryAfterMs how long to wait before asking again. Milliseconds; may be null
 * @param notExecuted the fence reason, where the worker proved that nothing was executed; may be null
 * @param approvalUsed true if the approval the request brought is used up
 * @param stopId the stop because of which it was refused or withdrawn; may be null
 * @param result the result, where there is one; may be null
 * @param base revisions the result is judged against: those current when its call was let through
 * @param appendedAtMs when the broker took the result in; the time of the answer where there is none. Milliseconds
 *     since the epoch
 * @param activation place of the admitted run in its chain; may be null
 * @param carryOver what the successor starts from; may be null
 * @param head head of the sender's chain
 */
@RecordBuilder
public record StageAnswer(
        String to,
        String verdict,
        String requestId,
        String runId,
        String proposalId,
        String operationId,
        long epoch,
        long version,
        String dispatchId,
        String reason,
        GuardReading guard,
        Long retryAfterMs,
        String notExecuted,
        boolean approvalUsed,
        String stopId,
        OperationResult result,
        List<SubjectRevision> base,
        long appendedAtMs,
        Activation activation,
        CarryOver carryOver,
        ChainHead head)
        implements WireRecord {
    /** An absent list is an empty one. */
    public StageAnswer {
        base = base == null ? List.of() : List.copyOf(base);
    }
}
