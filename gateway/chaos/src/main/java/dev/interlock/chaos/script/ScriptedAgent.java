package dev.interlock.chaos.script;

import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;

/** An agent that plays scripts. What is not answered in a while it sends again, under the same id. */
public final class ScriptedAgent {
    private static final Duration PATIENCE = Duration.ofSeconds(6);
    /** Longer than any run of processes that are all down for a while, also where starting one takes a minute. */
    private static final int TRIES = 60;

    private final AgentClient client;
    private final String prefix;
    private final AtomicInteger answers;

    /**
     * An agent.
     *
     * @param prefix what its runs and operations start with
     * @param answers counts what it was answered
     */
    public ScriptedAgent(AgentClient client, String prefix, AtomicInteger answers) {
        this.client = client;
        this.prefix = prefix;
        this.answers = answers;
    }

    /** Plays a script to the end of a run of its own. */
    public Life play(Script script) throws InterruptedException {
        String runId = prefix + script.number();
        return play(new Role(client.run(runId, script.agent()), runId, script));
    }

    /** Plays a script to the end of its run. */
    Life play(Role role) throws InterruptedException {
        AgentRun run = role.run();
        List<Outcome> heard = new ArrayList<>();
        for (Step step : role.script().steps()) {
            List<Outcome> reply = ask(proposals(step, role, run, heard.size()));
            heard.addAll(reply);
            if (reply.stream().anyMatch(ScriptedAgent::isEnd)) {
                break;
            }
            run = run.nextTurn();
        }
        Outcome end = client.terminal(role.runId(), PATIENCE.multipliedBy(TRIES));
        return new Life(prefix, role.script(), heard, end);
    }

    /** Proposes until it is answered. */
    Outcome ask(Proposal proposal) {
        return ask(List.of(proposal)).getFirst();
    }

    private static List<Proposal> proposals(Step step, Role role, AgentRun run, int before) {
        List<Proposal> proposals = new ArrayList<>();
        switch (step) {
            case Step.Turn turn -> {
                for (Step.Call call : turn.calls()) {
                    var builder = call.isWrite()
                            ? run.write("pay", role.operation(call.operation()), call.json())
                            : run.read("look", named(call, run));
                    proposals.add(builder.proposalId("p" + (before + proposals.size() + 1))
                            .build());
                }
            }
            case Step.Finish finish ->
                proposals.add(run.finish("agent").proposalId("p" + (before + 1)).build());
        }
        return proposals;
    }

    /** What the receiver counts must be the run's own. */
    private static Json named(Step.Call call, AgentRun run) {
        Map<String, Object> args = new HashMap<>(call.args());
        args.computeIfPresent("tries", (key, name) -> run.runId() + "." + name);
        return Json.of(args);
    }

    private List<Outcome> ask(List<Proposal> proposals) {
        var sent = proposals.stream()
                .map(proposal -> client.proposeAsync(proposal, PATIENCE))
                .toList();
        List<Outcome> heard = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            heard.add(answer(proposals.get(i), sent.get(i)));
            answers.incrementAndGet();
        }
        return heard;
    }

    private Outcome answer(Proposal proposal, CompletableFuture<Outcome> first) {
        CompletableFuture<Outcome> waiting = first;
        for (int tries = 1; ; tries++) {
            try {
                return waiting.join();
            } catch (CompletionException noAnswer) {
                if (tries == TRIES) {
                    throw noAnswer;
                }
                waiting = client.proposeAsync(proposal, PATIENCE);
            }
        }
    }

    private static boolean isEnd(Outcome outcome) {
        return OutcomeType.TERMINAL.equals(outcome.type());
    }
}
