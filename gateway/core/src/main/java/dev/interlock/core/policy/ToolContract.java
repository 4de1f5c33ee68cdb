package dev.interlock.core.policy;

/**
 * What the gateway may rely on about one tool.
 *
 * @param timeoutMs milliseconds a dispatch may take before its result counts as missing
 * @param maxTimeoutMs the most {@code running} records may extend that to
 * @param skewMs milliseconds by which clocks may differ, the time a decision takes to be committed included: a worker's
 *     timeout counts from the dispatch's append, this stage's waits from the decision
 * @param settleDelayMs milliseconds after which a landed effect is surely visible in the system of record
 * @param retryHorizonMs milliseconds after which nothing is retried automatically
 * @param maxRetries retries of one logical call; 2 allows three attempts
 * @param requiresData whether an empty value is a failure
 * @param queryable whether a worker can answer what became of an operation
 * @param progress what counts as progress
 */
public record ToolContract(
        long timeoutMs,
        long maxTimeoutMs,
        long skewMs,
        long settleDelayMs,
        long retryHorizonMs,
        int maxRetries,
        boolean requiresData,
        boolean queryable,
        ProgressRule progress) {

    /** What counts as progress of a run. */
    public enum ProgressRule {
        /** A rising validated revision; a result without one is {@code invalid_evidence}. */
        REVISION,
        /** A result this run has not seen, or a rising revision where one is given. */
        NEW_RESULT
    }

    public ToolContract {
        Parts.require("tool.progress", progress);
        check("timeout_ms", timeoutMs);
        check("skew_ms", skewMs);
        check("settle_delay_ms", settleDelayMs);
        check("retry_horizon_ms", retryHorizonMs);
        if (maxRetries < 0 || maxRetries > Ceilings.MOST) {
            throw new IllegalArgumentException(
                    "tool.max_retries: must be 0 to " + Ceilings.MOST + ", was " + maxRetries);
        }
        check("max_timeout_ms", maxTimeoutMs);
        if (maxTimeoutMs < timeoutMs) {
            throw new IllegalArgumentException(
                    "tool.max_timeout_ms: must be at least timeout_ms " + timeoutMs + ", was " + maxTimeoutMs);
        }
    }

    private static void check(String field, long value) {
        if (value < 0 || value > Ceilings.LONGEST_MS) {
            throw new IllegalArgumentException(
                    "tool." + field + ": must be 0 to " + Ceilings.LONGEST_MS + ", was " + value);
        }
    }

    /** Milliseconds after a dispatch from which no effect of it can still appear. */
    public long settledAfterMs() {
        return maxTimeoutMs + skewMs + settleDelayMs;
    }
}
