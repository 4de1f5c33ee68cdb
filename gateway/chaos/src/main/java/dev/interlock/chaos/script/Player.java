package dev.interlock.chaos.script;

import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OperationState;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Plays plots: the runs of each, in their order or at once, and what a person has to do for them to go on. */
final class Player {
    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(400);
    private static final int QUESTIONS = 60;

    private static final String NOT_YET = "not_resumed_yet";
    private static final String SPENT = "call_budget";

    /** Runs that ended so are not resumed as long as the stop is in force, and none of chaos is lifted in time. */
    private static final Set<String> STOPPED = Set.of("operator_stop", "agent_stopped", "chain_stopped", "all_stopped");

    private final ScriptedAgent agent;
    private final AgentClient client;
    private final String prefix;
    private final Operator operator;

    /**
     * A player.
     *
     * @param agent plays the scripts
     * @param prefix what runs and operations start with
     */
    Player(ScriptedAgent agent, AgentClient client, String prefix, Operator operator) {
        this.agent = agent;
        this.client = client;
        this.prefix = prefix;
        this.operator = operator;
    }

    /** Plays it to the end of all its runs. */
    List<Life> play(Plot plot) throws InterruptedException {
        return switch (plot) {
            case Plot.Alone alone -> List.of(agent.play(alone.script()));
            case Plot.Chain chain -> play(chain);
            case Plot.Shared shared -> play(shared);
            case Plot.Resumed resumed -> play(resumed);
        };
    }

    private List<Life> play(Plot.Chain chain) throws InterruptedException {
        String name = prefix + chain.number();
        Role first = role(name, chain.first());
        List<Life> lives = new ArrayList<>();
        lives.add(agent.play(first));
        List<Role> above = List.of(first);
        List<Life> lived = List.copyOf(lives);
        for (int level = 1; level <= chain.levels().size(); level++) {
            Optional<String> row = written(above, lived);
            if (row.isEmpty()) {
                break;
            }
            above = triggered(name + "." + level, chain.levels().get(level - 1), row.get());
            lived = together(above);
            lives.addAll(lived);
        }
        if (chain.astray()) {
            lives.addAll(together(triggered(name + ".astray", List.of(chain.first()), name + ".none")));
        }
        return lives;
    }

    private List<Role> triggered(String name, List<Script> scripts, String operationId) {
        return IntStream.range(0, scripts.size())
                .mapToObj(i -> role(name + "." + i, scripts.get(i)))
                .map(role -> new Role(role.run().triggeredBy(operationId), role.owner(), role.script()))
                .toList();
    }

    /** The first operation that may have happened, so that it can have triggered something. */
    private static Optional<String> written(List<Role> roles, List<Life> lives) {
        return IntStream.range(0, roles.size())
                .boxed()
                .filter(i -> lives.get(i).end().operations().stream()
                        .filter(operation ->
                                operation.operationId().equals(roles.get(i).operation(Plot.ROW)))
                        .anyMatch(operation -> !OperationState.NOT_COMMITTED.equals(operation.state())))
                .findFirst()
                .map(i -> roles.get(i).operation(Plot.ROW));
    }

    private List<Life> play(Plot.Shared shared) throws InterruptedException {
        String owner = prefix + shared.number();
        return together(IntStream.range(0, shared.scripts().size())
                .mapToObj(i -> {
                    Script script = shared.scripts().get(i);
                    return new Role(client.run(owner + "." + i, script.agent()), owner, script);
                })
                .toList());
    }

    private List<Life> play(Plot.Resumed resumed) throws InterruptedException {
        String owner = prefix + resumed.number();
        List<Life> lives = new ArrayList<>();
        lives.add(agent.play(role(owner, resumed.first())));
        String ended = owner;
        for (int time = 1; time <= resumed.next().size(); time++) {
            Plot.Continuation next = resumed.next().get(time - 1);
            if (!mayGoOn(lives.getLast().end())) {
                break;
            }
            operator.resume(ended, next.twice() ? 2 : 1);
            ended = owner + "~" + time;
            Optional<AgentRun> run = begun(client.run(ended, next.script().agent()), next);
            if (run.isEmpty()) {
                break;
            }
            lives.add(agent.play(new Role(run.get(), owner, next.script())));
        }
        return lives;
    }

    private static boolean mayGoOn(Outcome end) {
        return !"completed".equals(end.status()) && !STOPPED.contains(end.reason());
    }

    /** The run at its next turn, once it goes on; empty if it does not in a while. */
    private Optional<AgentRun> begun(AgentRun run, Plot.Continuation next) {
        Optional<AgentRun> there = until(run, "w", next.revision(), told -> !NOT_YET.equals(told.reason()));
        if (there.isEmpty() || next.calls() == 0) {
            return there;
        }
        operator.grant(run.runId(), next.calls());
        return until(there.get(), "g", next.revision(), told -> !SPENT.equals(told.reason()))
                .or(() -> there);
    }

    /** Looks until it is so; each look is a new one, so that each has an answer of its own. */
    private Optional<AgentRun> until(AgentRun run, String name, long revision, Predicate<Outcome> isSo) {
        AgentRun now = run;
        for (int i = 1; i <= QUESTIONS; i++) {
            Map<String, Object> args = Map.of("revision", revision, name, i);
            Outcome told = agent.ask(now.read("look", args).proposalId(name + i).build());
            now = now.nextTurn();
            if (isSo.test(told)) {
                return Optional.of(now);
            }
            LockSupport.parkNanos(BETWEEN_QUESTIONS.toNanos());
        }
        return Optional.empty();
    }

    private Role role(String runId, Script script) {
        return new Role(client.run(runId, script.agent()), runId, script);
    }

    private List<Life> together(List<Role> roles) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Life>> parts = roles.stream()
                    .map(role -> (Callable<Life>) () -> agent.play(role))
                    .toList();
            List<Life> lives = new ArrayList<>();
            for (Future<Life> part : threads.invokeAll(parts)) {
                lives.add(part.get());
            }
            return lives;
        } catch (ExecutionException e) {
            throw new IllegalStateException("An agent failed", e.getCause());
        }
    }
}
