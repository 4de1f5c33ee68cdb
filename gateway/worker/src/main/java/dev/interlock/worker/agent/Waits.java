package dev.interlock.worker.agent;

import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OutcomeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Who waits for which outcome, and the terminal outcomes of the runs this client dealt with last. A terminal outcome
 * that names no proposal answers everybody who waits for its run: nothing else will come. One that is published again
 * for a proposal answers that proposal: another that was answered before the run ended still gets its own answer.
 */
final class Waits {
    static final int MOST_WAITING = 10_000;
    static final int MOST_RUNS = 1_000;

    private final Map<String, List<Wait>> waiting = new HashMap<>();
    private final Map<String, Optional<Outcome>> terminals = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<Outcome>> eldest) {
            return size() > MOST_RUNS;
        }
    };
    private int count;
    private RuntimeException failure;

    /** Waits for the answer to a proposal, or the terminal outcome of its run. */
    synchronized CompletableFuture<Outcome> answer(String runId, String proposalId) {
        terminals.putIfAbsent(runId, Optional.empty());
        return register(runId, new Wait(Optional.of(proposalId), true, new CompletableFuture<>()));
    }

    /** The same, but to be told that the proposal is paused is no answer. */
    synchronized CompletableFuture<Outcome> afterPause(String runId, String proposalId) {
        terminals.putIfAbsent(runId, Optional.empty());
        return register(runId, new Wait(Optional.of(proposalId), false, new CompletableFuture<>()));
    }

    /** Waits for the terminal outcome of a run, which may have come before. */
    synchronized CompletableFuture<Outcome> terminal(String runId) {
        Optional<Outcome> known = terminals.computeIfAbsent(runId, id -> Optional.empty());
        return known.map(CompletableFuture::completedFuture)
                .orElseGet(() -> register(runId, new Wait(Optional.empty(), true, new CompletableFuture<>())));
    }

    /** Gives an outcome to those it answers. */
    void arrived(Outcome outcome) {
        // In the pool: what somebody hangs on an answer must not hold up the answers of others.
        answered(outcome).forEach(wait -> wait.future().completeAsync(() -> outcome));
    }

    /** Ends all waits, now and later: no outcome will come any more. */
    void fail(RuntimeException cause) {
        List<Wait> all = new ArrayList<>();
        synchronized (this) {
            failure = cause;
            waiting.values().forEach(all::addAll);
        }
        all.forEach(wait -> wait.future().completeExceptionally(cause));
    }

    private CompletableFuture<Outcome> register(String runId, Wait wait) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (count == MOST_WAITING) {
            throw new IllegalStateException("More than " + MOST_WAITING + " answers are waited for at once");
        }
        count++;
        waiting.computeIfAbsent(runId, id -> new ArrayList<>()).add(wait);
        wait.future().whenComplete((outcome, error) -> remove(runId, wait));
        return wait.future();
    }

    private synchronized List<Wait> answered(Outcome outcome) {
        boolean terminal = OutcomeType.TERMINAL.equals(outcome.type());
        if (terminal) {
            terminals.computeIfPresent(outcome.runId(), (id, before) -> Optional.of(outcome));
        }
        return waiting.getOrDefault(outcome.runId(), List.of()).stream()
                .filter(wait -> wait.isAnsweredBy(outcome) || (terminal && wait.isEndedBy(outcome)))
                .toList();
    }

    private synchronized void remove(String runId, Wait wait) {
        waiting.computeIfPresent(runId, (id, waits) -> {
            count -= waits.remove(wait) ? 1 : 0;
            return waits.isEmpty() ? null : waits;
        });
    }

    private record Wait(Optional<String> proposalId, boolean orPause, CompletableFuture<Outcome> future) {
        boolean isEndedBy(Outcome terminal) {
            return proposalId.isEmpty() || terminal.proposalId() == null;
        }

        /** A settlement is about a call whose proposal was answered long ago. */
        boolean isAnsweredBy(Outcome outcome) {
            return !OutcomeType.SETTLED.equals(outcome.type())
                    && (orPause || !OutcomeType.PAUSED.equals(outcome.type()))
                    && proposalId.filter(id -> id.equals(outcome.proposalId())).isPresent();
        }
    }
}
