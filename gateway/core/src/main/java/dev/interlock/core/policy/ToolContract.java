package dev.interlock.core.policy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
 * @param maxQueries how often one is asked that, in one epoch, before it is left to an operator
 * @param queryBackoffMs milliseconds between the first two questions; each further wait is twice as long
 * @param maxJoiners how many calls may wait for one that is in flight; 0 denies a second call
 * @param progress what counts as progress
 * @param limits ceilings of this tool beside those of the whole run
 * @param poll how it may be asked again for what is not ready; empty when a call that is made again is a repetition
 * @param page how it may be asked for page after page; empty when pages are calls like any
 * @param costMicros what one attempt costs at most, in millionths of the policy's currency unit; empty when nobody knows
 * @param retryBackoffMs milliseconds before a call that failed for a reason that may pass comes again; after each further
 *     failure twice as long, and never shorter than its worker asks for. Empty when it may come at once
 * @param retryOn which failures may pass; empty for {@link #USUALLY_PASSING}. They are tried again by the gateway where it may, spaced by {@code retryBackoffMs}
 *     and forgiven as often as {@code repetition.identical.transient_tries} says. Any other is final
 * @param countsAs the tool whose counters its calls share, such as the one it stands in for: ceilings, rate, failures and
 *     equal results of both count together, and the limits of that tool hold. Empty when it has its own
 * @param sameCall what counts as the same call again of this tool; empty for what the policy says of all
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
        int maxQueries,
        long queryBackoffMs,
        int maxJoiners,
        ProgressRule progress,
        Optional<ToolLimits> limits,
        Optional<PollRule> poll,
        Optional<PageRule> page,
        OptionalLong costMicros,
        OptionalLong retryBackoffMs,
        Optional<List<Passing>> retryOn,
        Optional<String> countsAs,
        Optional<SameCall> sameCall) {

    /** What may pass where a contract does not say so. */
    public static final List<Passing> USUALLY_PASSING = List.of(Passing.TRANSIENT, Passing.TIMEOUT);

    /** The most questions about one epoch: with waits that double, more would outlast any horizon. */
    public static final int MOST_QUERIES = 32;

    /** The most calls that wait for one: each takes room in the operation's state. */
    public static final int MOST_JOINERS = 64;

    /** What counts as progress of a run. */
    public enum ProgressRule {
        /** A rising validated revision; a result without one is {@code invalid_evidence}. */
        REVISION,
        /**
         * A result this run has not seen or a write this run has not done, or a rising revision where one is given.
         */
        NEW_RESULT
    }

    /** A class of failures, as a result tells it. */
    public enum Passing {
        /** The worker says that trying again can help; also where it says no class. */
        TRANSIENT,
        /** The worker says that trying again cannot help. */
        PERMANENT,
        /** The worker says that it cannot work with what it was given. */
        INVALID,
        /** No result came in time. */
        TIMEOUT
    }

    /**
     * A contract without ceilings of its own, polls, pages, a known cost, waits between retries and shared counters, under
     * which what usually may pass does.
     */
    public ToolContract(
            long timeoutMs,
            long maxTimeoutMs,
            long skewMs,
            long settleDelayMs,
            long retryHorizonMs,
            int maxRetries,
            boolean requiresData,
            boolean queryable,
            int maxQueries,
            long queryBackoffMs,
            int maxJoiners,
            ProgressRule progress) {
        this(
                timeoutMs,
                maxTimeoutMs,
                skewMs,
                settleDelayMs,
                retryHorizonMs,
                maxRetries,
                requiresData,
                queryable,
                maxQueries,
                queryBackoffMs,
                maxJoiners,
                progress,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public ToolContract {
        retryOn = retryOn.map(classes -> classes.stream().distinct().sorted().toList());
        Parts.require("tool.progress", progress);
        check("timeout_ms", timeoutMs);
        check("skew_ms", skewMs);
        check("settle_delay_ms", settleDelayMs);
        check("retry_horizon_ms", retryHorizonMs);
        check("max_retries", maxRetries, Ceilings.MOST);
        check("query_backoff_ms", queryBackoffMs);
        check("max_queries", maxQueries, MOST_QUERIES);
        check("max_joiners", maxJoiners, MOST_JOINERS);
        check("max_timeout_ms", maxTimeoutMs);
        costMicros.ifPresent(most -> check("cost_micros", most, Ceilings.MOST_MICROS));
        retryBackoffMs.ifPresent(first -> check("retry_backoff_ms", first));
        if (countsAs.isPresent() && limits.isPresent()) {
            throw new IllegalArgumentException(
                    "tool.limits: must be left out beside counts_as, for those of " + countsAs.get() + " hold");
        }
        if (maxTimeoutMs < timeoutMs) {
            throw new IllegalArgumentException(
                    "tool.max_timeout_ms: must be at least timeout_ms " + timeoutMs + ", was " + maxTimeoutMs);
        }
    }

    private static void check(String field, long value) {
        check(field, value, Ceilings.LONGEST_MS);
    }

    private static void check(String field, long value, long most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("tool." + field + ": must be 0 to " + most + ", was " + value);
        }
    }

    /** The same contract with another rule of progress. */
    public ToolContract with(ProgressRule changed) {
        return new ContractEdit(this).progress(changed).contract();
    }

    /** The same contract with ceilings of its own. */
    public ToolContract with(ToolLimits added) {
        return new ContractEdit(this).limits(added).contract();
    }

    /** The same contract with polls. */
    public ToolContract with(PollRule added) {
        return new ContractEdit(this).poll(added).contract();
    }

    /** The same contract with pages. */
    public ToolContract with(PageRule added) {
        return new ContractEdit(this).page(added).contract();
    }

    /** The same contract with a cost that no attempt exceeds. */
    public ToolContract withCostMicros(long most) {
        return new ContractEdit(this).costMicros(most).contract();
    }

    /** The same contract with waits between retries, of which the first is this long. */
    public ToolContract withRetryBackoffMs(long first) {
        return new ContractEdit(this).retryBackoffMs(first).contract();
    }

    /** The same contract under which these failures may pass, and no other. */
    public ToolContract retryingOn(List<Passing> classes) {
        return new ContractEdit(this).retryOn(classes).contract();
    }

    /** The same contract with the counters of another tool. */
    public ToolContract countingAs(String tool) {
        return new ContractEdit(this).countsAs(tool).contract();
    }

    /** The same contract with a word of its own on what is the same call again. */
    public ToolContract with(SameCall rule) {
        return new ContractEdit(this).sameCall(rule).contract();
    }

    /** The failures that may pass. */
    public List<Passing> passing() {
        return retryOn.orElse(USUALLY_PASSING);
    }

    /** Under which name calls of a tool with this contract are counted. */
    public String counted(String tool) {
        return countsAs.orElse(tool);
    }

    /** Milliseconds after a dispatch from which no effect of it can still appear. */
    public long settledAfterMs() {
        return maxTimeoutMs + skewMs + settleDelayMs;
    }

    /** Whether a sign of life gives a dispatch more time. */
    public boolean mayRunOn() {
        return maxTimeoutMs > timeoutMs;
    }

    /** Whether anybody can be asked what became of an operation. */
    public boolean asks() {
        return queryable && maxQueries > 0;
    }

    /** Milliseconds to wait for the answer to a question, and so before the next: twice the wait before it. */
    public long queryWaitMs(int attempt) {
        return doubled(queryBackoffMs, attempt);
    }

    /** Milliseconds before a call comes again whose attempt of this number failed for a reason that may pass. */
    public OptionalLong retryWaitMs(int attempt) {
        return retryBackoffMs.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(doubled(retryBackoffMs.getAsLong(), attempt));
    }

    private static long doubled(long firstMs, int attempt) {
        int doublings = Math.min(attempt - 1, Long.SIZE - 1);
        boolean beyond = firstMs > Ceilings.LONGEST_MS >> doublings;
        return beyond ? Ceilings.LONGEST_MS : firstMs << doublings;
    }
}
