package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What the operation stage must know of the tool contract; it looks up no policy.
 *
 * @param timeoutMs time a dispatch may take without a sign of life. Milliseconds
 * @param maxTimeoutMs time a dispatch may take at most, however often it reports running. Equal to timeout_ms
 *     where running extends nothing. Milliseconds
 * @param skewMs allowance for clocks that differ. Milliseconds
 * @param settleDelayMs time after which the receiver has settled what it was sent. Milliseconds
 * @param retryHorizonMs time after the first dispatch in which a retry is safe. Milliseconds
 * @param stubMs time an ended run still answers with its outcome, which may rest on the operation. Milliseconds
 * @param maxRetries retries of one logical call; 2 allows three attempts
 * @param requiresData true if an empty value is a failure
 * @param progress what counts as progress of a run
 * @param queryable true if a worker can answer whether the operation happened
 * @param maxQueries how many queries are sent before it is left to an operator
 * @param queryBackoffMs wait before the second query; each further one waits twice as long. Milliseconds
 * @param maxJoiners how many calls may wait for one operation; 0 denies a second call
 */
@RecordBuilder
public record ContractFacts(
        long timeoutMs,
        long maxTimeoutMs,
        long skewMs,
        long settleDelayMs,
        long retryHorizonMs,
        long stubMs,
        int maxRetries,
        boolean requiresData,
        String progress,
        boolean queryable,
        int maxQueries,
        long queryBackoffMs,
        int maxJoiners) {}
