package dev.interlock.scenarios.memory;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.Finish;
import dev.interlock.core.run.Grant;
import dev.interlock.core.run.Hold;
import dev.interlock.core.run.LastGood;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Resume;
import dev.interlock.core.run.RunInput;
import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Conclusion;
import dev.interlock.scenarios.Reply;
import dev.interlock.scenarios.RunEnd;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.Step;
import dev.interlock.scenarios.World;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A world of virtual time: the core, its two stages and its workers, all in this thread. */
final class MemoryWorld implements World {
    /** Longer than any run of a scenario, shorter than any horizon after which something is forgotten. */
    private static final long PATIENCE_MS = 12 * 60 * 60 * 1_000L;

    private final Gateway gateway;
    private final Map<String, Integer> marks = new HashMap<>();

    MemoryWorld(Scenario scenario) {
        this.gateway = new Gateway(scenario);
    }

    @Override
    public void propose(Sent sent) {
        marks.put(sent.proposalId(), gateway.outcomes().size());
        gateway.runs().propose(sent);
    }

    @Override
    public Reply reply(Sent sent) {
        int from = marks.get(sent.proposalId());
        String run = sent.proposal().actor().run();
        waitFor(
                "an answer to " + sent.proposalId(),
                () -> answer(run, sent.proposalId(), from).isPresent());
        return reply(answer(run, sent.proposalId(), from).orElseThrow());
    }

    @Override
    public void finish(String proposalId, Actor actor, String cause) {
        Finish.Cause why = Finish.Cause.valueOf(cause.toUpperCase(Locale.ROOT));
        gateway.runs()
                .finished(
                        actor.run(),
                        new Finish(
                                proposalId,
                                "finish " + cause,
                                actor.agent(),
                                why,
                                OptionalLong.empty(),
                                gateway.agenda().nowMs()));
    }

    @Override
    public void awaitExecution(Sent sent) {
        String run = sent.proposal().actor().run();
        waitFor("an execution of " + sent.proposalId(), () -> gateway.tools().wasExecuted(run, sent.proposalId()));
    }

    @Override
    public void pause(long ms) {
        gateway.agenda().runFor(ms);
    }

    @Override
    public void stop(StopScope scope, String id) {
        gateway.stop(new Stop(scope, id, "stop-" + scope.code()));
    }

    @Override
    public void lift(StopScope scope, String id) {
        gateway.lift(new Stop(scope, id, "lift-" + scope.code()));
    }

    @Override
    public void grant(String run, Ceiling ceiling, long amount) {
        List<Grant.Rise> rises = List.of(new Grant.Rise(ceiling, amount));
        gateway.runs().decide(run, new RunInput.Granted(new Grant("grant-1", "ann", "the scenario says so", rises)));
    }

    @Override
    public void resume(String run) {
        awaitEnd(run);
        Resume resume = new Resume("resume-1", "ann", "the scenario says so", Resume.Change.STRATEGY_CHANGED);
        gateway.runs().decide(run, new RunInput.Resumed(resume));
        String successor = Lineage.successorOf(run);
        waitFor(successor, () -> gateway.runs().known().contains(successor));
    }

    @Override
    public void settle(String operation, Operation.State found) {
        gateway.operations().settle(operation, found);
    }

    @Override
    public void answer(Sent sent, Step.Says says) {
        String run = sent.proposal().actor().run();
        Hold hold = gateway.outcomes().stream()
                .filter(p -> p.run().equals(run) && p.proposalId().equals(sent.proposalId()))
                .flatMap(p -> p.outcome().hold().stream())
                .findFirst()
                .orElseThrow();
        marks.put(sent.proposalId(), gateway.outcomes().size());
        String digest = hold.call().digest();
        gateway.runs()
                .decide(
                        run,
                        switch (says) {
                            case APPROVED ->
                                gateway.runs()
                                        .approval(sent, new RunInput.Approved(hold.holdId(), digest, "approve", "ann"));
                            case APPROVED_ANOTHER ->
                                new RunInput.Approved(hold.holdId(), "another " + digest, "approve", "ann");
                            case REJECTED -> new RunInput.Rejected(hold.holdId(), Optional.of(digest), "reject", "ann");
                        });
    }

    @Override
    public Reply replyAfterPause(Sent sent) {
        return reply(sent);
    }

    @Override
    public void restartGateway() {
        gateway.restart();
    }

    @Override
    public boolean hasEnded(String run) {
        return terminal(run).isPresent();
    }

    @Override
    public RunEnd awaitEnd(String run) {
        waitFor("the end of " + run, () -> hasEnded(run));
        Outcome terminal = terminal(run).orElseThrow();
        Conclusion conclusion = new Conclusion(
                terminal.status().orElseThrow(), terminal.reason().orElseThrow());
        return new RunEnd(run, conclusion, terminal.guard(), terminal.lastGood().map(LastGood::proposalId));
    }

    @Override
    public Tally tally() {
        waitFor("the end of all executions", () -> !gateway.tools().atWork());
        return gateway.tools().tally();
    }

    @Override
    public Optional<Operation.State> operation(String id, Operation.State expected) {
        return gateway.operations().state(id);
    }

    private void waitFor(String what, java.util.function.BooleanSupplier condition) {
        gateway.agenda().runUntil(condition, PATIENCE_MS, what);
    }

    private Optional<Outcome> terminal(String run) {
        return gateway.outcomes().stream()
                .filter(p -> p.run().equals(run) && p.outcome().type() == Outcome.Type.TERMINAL)
                .map(Gateway.Published::outcome)
                .findFirst();
    }

    private Optional<Outcome> answer(String run, String proposalId, int from) {
        List<Gateway.Published> since =
                gateway.outcomes().subList(from, gateway.outcomes().size());
        return since.stream()
                .filter(p -> p.run().equals(run))
                .filter(p -> p.outcome().type() == Outcome.Type.TERMINAL
                        || (p.proposalId().equals(proposalId) && p.outcome().type() != Outcome.Type.SETTLED))
                .map(Gateway.Published::outcome)
                .findFirst();
    }

    private static Reply reply(Outcome outcome) {
        Reply.Type type = Reply.Type.valueOf(outcome.type().name());
        Optional<Reason> reason = type == Reply.Type.TERMINAL ? Optional.empty() : outcome.reason();
        return new Reply(type, reason);
    }
}
