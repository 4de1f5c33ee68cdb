package dev.interlock.core.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What a run remembers of its own past: the last granted calls, retries under way, denials by reason and results seen.
 * Every part is capped.
 *
 * @param calls the last granted calls, oldest first, up to the policy's window
 * @param retries logical calls whose last result was retryable, by fingerprint
 * @param denials how often each reason denied a call
 * @param results digests of results that counted as new
 * @param writes how many writes changed something or may have
 * @param userTurn the highest user turn seen
 * @param tallies what is counted of single tools
 */
public record History(
        List<Attempted> calls,
        Map<String, Retry> retries,
        Map<String, Integer> denials,
        List<String> results,
        long writes,
        long userTurn,
        Tallies tallies) {

    /** The most logical calls whose retries are counted at one time; the oldest is forgotten first. */
    static final int MOST_RETRIES = 64;

    /** The most result digests remembered; the oldest is forgotten first. */
    static final int MOST_RESULTS = 256;

    /** Nothing has happened. */
    public static final History EMPTY = new History(List.of(), Map.of(), Map.of(), List.of(), 0, 0, Tallies.NONE);

    public History {
        calls = List.copyOf(calls);
        results = List.copyOf(results);
        retries = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(retries));
        denials = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(denials));
    }

    /**
     * A logical call that may be tried again.
     *
     * @param attempts attempts made so far
     * @param notBeforeMs when the next may come; 0 when at once
     */
    public record Retry(int attempts, long notBeforeMs) {}

    History remember(Attempted call, int window) {
        return new History(ring(calls, call, window), retries, denials, results, writes, userTurn, tallies);
    }

    History mark(String proposalId, Attempted.Mark mark) {
        List<Attempted> marked = calls.stream()
                .map(c -> c.proposalId().equals(proposalId) ? c.marked(mark) : c)
                .toList();
        return new History(marked, retries, denials, results, writes, userTurn, tallies);
    }

    History told(String tool, boolean unreported) {
        List<Attempted> told =
                calls.stream().map(call -> call.toldOf(tool, unreported)).toList();
        return new History(told, retries, denials, results, writes, userTurn, tallies);
    }

    History reportedLate(String dispatchId) {
        List<Attempted> known = calls.stream()
                .map(call -> call.awaits(dispatchId) ? call.reportedLate() : call)
                .toList();
        return new History(known, retries, denials, results, writes, userTurn, tallies);
    }

    History forgetCall(String proposalId) {
        List<Attempted> kept =
                calls.stream().filter(c -> !c.proposalId().equals(proposalId)).toList();
        return new History(kept, retries, denials, results, writes, userTurn, tallies);
    }

    /** Forgets what may be cleared: the calls it compares with, and what was asked for until now. */
    History clearCalls() {
        return new History(List.of(), retries, denials, results, writes, userTurn, tallies.ceilingsOnly());
    }

    History tallies(UnaryOperator<Tallies> change) {
        return new History(calls, retries, denials, results, writes, userTurn, change.apply(tallies));
    }

    History retry(String fingerprint, Retry retry) {
        return new History(
                calls, put(retries, fingerprint, retry, MOST_RETRIES), denials, results, writes, userTurn, tallies);
    }

    History forgetRetry(String fingerprint) {
        Map<String, Retry> kept = new LinkedHashMap<>(retries);
        kept.remove(fingerprint);
        return new History(calls, kept, denials, results, writes, userTurn, tallies);
    }

    /**
     * What outlives the run's end: how often each logical call was tried and each tool called, since no ceiling is reset. What it waited for is
     * over by then.
     *
     * @param open calls still open; the attempt that runs counts
     */
    History ended(Collection<OpenCall> open) {
        History kept = EMPTY.tallies(none -> tallies.ceilingsOnly());
        for (Map.Entry<String, Retry> tried : retries.entrySet()) {
            kept = kept.retry(tried.getKey(), new Retry(tried.getValue().attempts(), 0));
        }
        for (OpenCall call : open) {
            if (call.attempt() > 1) {
                kept = kept.retry(call.call().fingerprint(), new Retry(call.attempt(), 0));
            }
        }
        return kept;
    }

    History deny(String reason) {
        Map<String, Integer> counted = new LinkedHashMap<>(denials);
        counted.merge(reason, 1, Integer::sum);
        return new History(calls, retries, counted, results, writes, userTurn, tallies);
    }

    History saw(String resultDigest) {
        return new History(
                calls, retries, denials, ring(results, resultDigest, MOST_RESULTS), writes, userTurn, tallies);
    }

    History wrote() {
        return new History(calls, retries, denials, results, writes + 1, userTurn, tallies);
    }

    History spoke(long newUserTurn) {
        return new History(calls, retries, denials, results, writes, newUserTurn, tallies);
    }

    private static <T> List<T> ring(List<T> items, T added, int most) {
        List<T> grown = new ArrayList<>(items);
        grown.add(added);
        return grown.size() > most ? grown.subList(grown.size() - most, grown.size()) : grown;
    }

    private static <T> Map<String, T> put(Map<String, T> items, String key, T value, int most) {
        Map<String, T> grown = new LinkedHashMap<>(items);
        grown.remove(key);
        grown.put(key, value);
        if (grown.size() > most) {
            grown.remove(grown.keySet().iterator().next());
        }
        return grown;
    }
}
