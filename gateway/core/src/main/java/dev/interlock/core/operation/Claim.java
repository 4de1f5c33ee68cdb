package dev.interlock.core.operation;

import dev.interlock.core.policy.ToolContract;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One epoch of an operation: the right to execute it once, and who has it.
 *
 * @param request the request it was granted to
 * @param epoch its number, from 1
 * @param dispatchId the dispatch it was executed by
 * @param dispatchedAtMs when that was decided
 * @param stopRequested whether a stop reached it
 * @param approvals the approvals used by this epoch and those before it, in their order; at most
 *     {@value #MOST_APPROVALS}
 */
public record Claim(
        Request request,
        int epoch,
        String dispatchId,
        long dispatchedAtMs,
        boolean stopRequested,
        List<String> approvals) {
    /** The most approvals one operation can use: each of them was given by a person for one attempt at it. */
    static final int MOST_APPROVALS = 64;

    private static final String QUERY_MARK = ".q";

    public Claim {
        approvals = List.copyOf(approvals);
    }

    /** The first epoch, or the one after {@code last}. */
    static Claim of(String operationId, Optional<Claim> last, Request request, long atMs) {
        int epoch = last.map(Claim::epoch).orElse(0) + 1;
        Set<String> approvals = new LinkedHashSet<>(last.map(Claim::approvals).orElse(List.of()));
        request.approvalId().ifPresent(approvals::add);
        return new Claim(request, epoch, dispatchId(operationId, epoch), atMs, false, List.copyOf(approvals));
    }

    /** The id of the only <em>execute</em> dispatch of an epoch. It can be told from the operation alone. */
    static String dispatchId(String operationId, int epoch) {
        return operationId + "#e" + epoch;
    }

    /** The id of a question about this epoch. */
    String queryId(int attempt) {
        return dispatchId + QUERY_MARK + attempt;
    }

    /** Which question about an epoch a dispatch is, from 1; empty when it is none about this epoch. */
    static OptionalInt queryAttempt(String operationId, int epoch, String dispatchId) {
        String prefix = dispatchId(operationId, epoch) + QUERY_MARK;
        if (!dispatchId.startsWith(prefix)) {
            return OptionalInt.empty();
        }
        String attempt = dispatchId.substring(prefix.length());
        return IntStream.rangeClosed(1, ToolContract.MOST_QUERIES)
                .filter(number -> Integer.toString(number).equals(attempt))
                .findFirst();
    }

    boolean isHeldBy(String runId, String requestId) {
        return request.runId().equals(runId) && request.requestId().equals(requestId);
    }

    /** Whether an approval was used here. */
    boolean hasUsed(Optional<String> approvalId) {
        return approvalId.filter(approvals::contains).isPresent();
    }

    Claim withStopRequested() {
        return new Claim(request, epoch, dispatchId, dispatchedAtMs, true, approvals);
    }
}
