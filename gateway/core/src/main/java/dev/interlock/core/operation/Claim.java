package dev.interlock.core.operation;

/**
 * One epoch of an operation: the right to execute it once, and who has it.
 *
 * @param request the request it was granted to
 * @param epoch its number, from 1
 * @param dispatchId the dispatch it was executed by
 * @param dispatchedAtMs when that was decided
 * @param stopRequested whether a stop reached it
 */
public record Claim(Request request, int epoch, String dispatchId, long dispatchedAtMs, boolean stopRequested) {

    static Claim of(String operationId, int epoch, Request request, long atMs) {
        return new Claim(request, epoch, dispatchId(operationId, epoch), atMs, false);
    }

    /** The id of the only <em>execute</em> dispatch of an epoch. It can be told from the operation alone. */
    static String dispatchId(String operationId, int epoch) {
        return operationId + "#e" + epoch;
    }

    boolean isHeldBy(String runId, String requestId) {
        return request.runId().equals(runId) && request.requestId().equals(requestId);
    }

    Claim withStopRequested() {
        return new Claim(request, epoch, dispatchId, dispatchedAtMs, true);
    }
}
