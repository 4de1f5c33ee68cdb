package dev.interlock.core.run;

import dev.interlock.core.policy.Ceiling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** A run's state being changed: lives inside one {@link RunFold} step and never outside it. */
final class RunEdit {
    private final RunState before;
    private Phase phase;
    private long deadlineAtMs;
    private long lastAtMs;
    private Budgets budgets;
    private final Map<String, Long> turns;
    private Progress progress;
    private History history;
    private final Map<String, OpenCall> open;
    private final Map<String, KnownOperation> operations;
    private Optional<Ending> ending;
    private long serial;
    private long outcomes;
    private OptionalLong ownerEpoch;
    private Holds holds;
    private Chain chain;
    private final List<String> grants;
    private Lineage lineage;

    RunEdit(RunState before) {
        this.before = before;
        phase = before.phase();
        deadlineAtMs = before.deadlineAtMs();
        lastAtMs = before.lastAtMs();
        budgets = before.budgets();
        turns = new LinkedHashMap<>(before.turns());
        progress = before.progress();
        history = before.history();
        open = new LinkedHashMap<>(before.open());
        operations = new LinkedHashMap<>(before.operations());
        ending = before.ending();
        serial = before.serial();
        outcomes = before.outcomes();
        ownerEpoch = before.ownerEpoch();
        holds = before.holds();
        chain = before.chain();
        grants = new ArrayList<>(before.grants());
        lineage = before.lineage();
    }

    RunState state() {
        return new RunState(
                before.runId(),
                before.ownerAgentId(),
                before.policyHash(),
                phase,
                before.startedAtMs(),
                deadlineAtMs,
                lastAtMs,
                budgets,
                turns,
                progress,
                history,
                open,
                operations,
                ending,
                serial,
                outcomes,
                ownerEpoch,
                holds,
                chain,
                grants,
                lineage);
    }

    RunEdit phase(Phase changed) {
        phase = changed;
        return this;
    }

    /** The clock stands still from now on. */
    RunEdit hold() {
        holds = holds.stopped(lastAtMs);
        return phase(Phase.HELD);
    }

    /** The clock goes on, and the deadline moves by the time it stood. */
    RunEdit goOn() {
        deadlineAtMs += holds.standsMs(lastAtMs);
        holds = holds.started(lastAtMs);
        return this;
    }

    /** The clock stands still where it stopped: time after the deadline was never the run's. */
    RunEdit end() {
        holds = holds.voided().stopped(Math.min(lastAtMs, deadlineAtMs));
        return phase(Phase.ENDED);
    }

    RunEdit resumed(Lineage.Successor successor) {
        lineage = lineage.with(successor);
        return this;
    }

    RunEdit release() {
        goOn();
        boolean unknown = open.values().stream().anyMatch(c -> c.state() == OpenCall.Standing.UNKNOWN);
        return phase(unknown ? Phase.RECONCILING : Phase.OPEN);
    }

    RunEdit holds(UnaryOperator<Holds> change) {
        holds = change.apply(holds);
        return this;
    }

    RunEdit chain(UnaryOperator<Chain> change) {
        chain = change.apply(chain);
        return this;
    }

    RunEdit clock(long atMs) {
        lastAtMs = Math.max(lastAtMs, atMs);
        return this;
    }

    RunEdit budgets(UnaryOperator<Budgets> change) {
        budgets = change.apply(budgets);
        return this;
    }

    /** A wall clock that is raised moves the deadline. */
    RunEdit raise(Ceiling ceiling, long amount) {
        if (ceiling == Ceiling.WALL_CLOCK_MS) {
            deadlineAtMs += amount;
            return this;
        }
        return budgets(b -> b.raised(ceiling, amount));
    }

    RunEdit granted(String controlId) {
        grants.add(controlId);
        return this;
    }

    RunEdit turn(String agentId, long turn) {
        if (turns.containsKey(agentId) || turns.size() < RunState.MOST_AGENTS) {
            turns.put(agentId, turn);
        }
        return this;
    }

    RunEdit progress(UnaryOperator<Progress> change) {
        progress = change.apply(progress);
        return this;
    }

    RunEdit history(UnaryOperator<History> change) {
        history = change.apply(history);
        return this;
    }

    RunEdit put(OpenCall call) {
        open.put(call.id(), call);
        return this;
    }

    RunEdit close(String id) {
        open.remove(id);
        return this;
    }

    RunEdit numbered() {
        serial++;
        return this;
    }

    RunEdit learn(KnownOperation operation) {
        operations.remove(operation.operationId());
        operations.put(operation.operationId(), operation);
        if (operations.size() > RunState.MOST_OPERATIONS) {
            forgetOldestSettled();
        }
        return this;
    }

    private void forgetOldestSettled() {
        operations.values().stream()
                .filter(o ->
                        o.state() == KnownOperation.State.COMMITTED || o.state() == KnownOperation.State.NOT_COMMITTED)
                .findFirst()
                .ifPresent(o -> operations.remove(o.operationId()));
    }

    RunEdit ending(UnaryOperator<Ending> change) {
        ending = ending.map(change);
        return this;
    }

    RunEdit ending(Ending decided) {
        ending = Optional.of(decided);
        return this;
    }

    RunEdit published() {
        outcomes++;
        return this;
    }

    RunEdit owner(long epoch) {
        ownerEpoch = OptionalLong.of(epoch);
        return this;
    }
}
