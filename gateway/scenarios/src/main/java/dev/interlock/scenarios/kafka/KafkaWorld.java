package dev.interlock.scenarios.kafka;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.operator.Operator;
import dev.interlock.operator.Waiting;
import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Conclusion;
import dev.interlock.scenarios.Reply;
import dev.interlock.scenarios.RunEnd;
import dev.interlock.scenarios.Step;
import dev.interlock.scenarios.World;
import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.LastGood;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols;
import dev.interlock.worker.agent.AgentClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** One playing of a scenario on a real broker. For one thread. */
final class KafkaWorld implements World {
    /** Longer than it takes to start a gateway again and move its partitions. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(20);

    private final Names names;
    private final Parts parts;
    private final Proposals proposals;
    private final Map<String, CompletableFuture<Outcome>> answers = new HashMap<>();
    private final Set<String> ended = new HashSet<>();

    /** What a playing shares with others. */
    record Parts(Sightings sightings, Operator operator, AgentClient agents, Receiver receiver, Processes processes) {}

    KafkaWorld(Names names, Parts parts) {
        this.names = names;
        this.parts = parts;
        this.proposals = new Proposals(names);
    }

    @Override
    public void propose(Sent sent) {
        send(proposals.call(sent));
    }

    @Override
    public Reply reply(Sent sent) {
        return reply(sent, answers.get(sent.proposalId()).join());
    }

    private Reply reply(Sent sent, Outcome outcome) {
        Reply.Type type = Reply.Type.valueOf(outcome.type().toUpperCase(Locale.ROOT));
        if (type == Reply.Type.TERMINAL) {
            ended.add(sent.proposal().actor().run());
            return new Reply(type, Optional.empty());
        }
        return new Reply(type, Optional.ofNullable(outcome.reason()).map(KafkaWorld::reason));
    }

    @Override
    public void finish(String proposalId, Actor actor, String cause) {
        send(proposals.finish(proposalId, actor, cause));
    }

    @Override
    public void awaitExecution(Sent sent) {
        String run = names.run(sent.proposal().actor().run());
        Waiting.forThis(
                "an execution of " + sent.proposalId() + " of run " + run,
                () -> parts.receiver().executions(run, sent.proposalId()) > 0,
                LIMIT);
    }

    @Override
    public void pause(long ms) {
        Waiting.until(() -> false, Duration.ofMillis(ms));
    }

    @Override
    public void stop(StopScope scope, String id) {
        command(Symbols.ControlType.STOP, scope, id);
    }

    @Override
    public void lift(StopScope scope, String id) {
        command(Symbols.ControlType.LIFT, scope, id);
    }

    @Override
    public void grant(String run, Ceiling ceiling, long amount) {
        Control control = saying(Symbols.ControlType.GRANT)
                .runId(names.run(run))
                .grants(List.of(new BudgetGrant(ceiling.code(), amount)))
                .build();
        order(control, "a grant to " + run);
    }

    @Override
    public void resume(String run) {
        awaitEnd(run);
        Control control = saying(Symbols.ControlType.RESUME)
                .runId(names.run(run))
                .change(Symbols.ResumeChange.STRATEGY_CHANGED)
                .build();
        order(control, "the resume of " + run);
    }

    /** What is settled is a version, so it waits until the operation is known to be unknown. */
    @Override
    public void settle(String operation, Operation.State found) {
        operation(operation, Operation.State.UNKNOWN);
        String operationId = names.operation(operation);
        long version = parts.sightings().operation(operationId).orElseThrow().version();
        Control control = saying(Symbols.ControlType.RESOLVE)
                .operationId(operationId)
                .state(found.code())
                .expectVersion(version)
                .observedAtMs(System.currentTimeMillis())
                .value(Json.of("seen by eye"))
                .build();
        order(control, "the settling of " + operation);
    }

    private void order(Control control, String what) {
        Operator.Fate fate = parts.operator()
                .order(control, LIMIT)
                .orElseThrow(() -> new IllegalStateException("waited in vain for " + what));
        fate.refusal().ifPresent(error -> {
            throw new IllegalStateException(what + " was refused: " + error);
        });
    }

    private static ControlBuilder saying(String type) {
        return ControlBuilder.builder()
                .type(type)
                .controlId(UUID.randomUUID().toString())
                .by("scenario operator")
                .reason("the scenario says so")
                .issuedAtMs(System.currentTimeMillis());
    }

    @Override
    public void answer(Sent sent, Step.Says says) {
        HoldNotice hold = answers.get(sent.proposalId()).join().hold();
        Control control = saying(says == Step.Says.REJECTED ? Symbols.ControlType.REJECT : Symbols.ControlType.APPROVE)
                .runId(names.run(sent.proposal().actor().run()))
                .holdId(hold.holdId())
                .digest(says == Step.Says.APPROVED_ANOTHER ? "another " + hold.digest() : hold.digest())
                .build();
        parts.operator().send(control);
    }

    @Override
    public Reply replyAfterPause(Sent sent) {
        try {
            return reply(sent, parts.agents().afterPause(proposals.call(sent), LIMIT));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the answer to " + sent.proposalId(), e);
        }
    }

    @Override
    public void restartGateway() {
        parts.processes().restartGateway();
    }

    @Override
    public boolean hasEnded(String run) {
        return ended.contains(run);
    }

    @Override
    public RunEnd awaitEnd(String run) {
        Outcome terminal = terminal(names.run(run));
        Optional<GuardReading> guard =
                Optional.ofNullable(terminal.guard()).map(g -> new GuardReading(g.name(), g.limit(), g.observed()));
        return new RunEnd(
                terminal.runId(),
                new Conclusion(status(terminal.status()), reason(terminal.reason())),
                guard,
                Optional.ofNullable(terminal.lastGood()).map(LastGood::proposalId));
    }

    /** What was dispatched may not have been executed yet, so executions are given some time to come up to it. */
    @Override
    public Tally tally() {
        int dispatches = parts.sightings().dispatches(names);
        Waiting.until(() -> executions() >= dispatches, SETTLE_LIMIT);
        return new Tally(executions(), dispatches);
    }

    @Override
    public Optional<Operation.State> operation(String id, Operation.State expected) {
        String operationId = names.operation(id);
        Waiting.until(
                () -> parts.sightings()
                        .state(operationId)
                        .filter(expected::equals)
                        .isPresent(),
                SETTLE_LIMIT);
        return parts.sightings().state(operationId);
    }

    private void command(String type, StopScope scope, String id) {
        String real = named(scope, id);
        Control control = saying(type)
                .scope(new Scope(scope.code(), real.isEmpty() ? null : real))
                .build();
        if (!parts.operator().command(control, LIMIT)) {
            throw new IllegalStateException("waited in vain for a " + type + " to be in force");
        }
    }

    private void send(Proposal proposal) {
        answers.put(proposal.proposalId(), parts.agents().proposeAsync(proposal, LIMIT));
    }

    private Outcome terminal(String runId) {
        try {
            return parts.agents().terminal(runId, LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of " + runId, e);
        }
    }

    private int executions() {
        return names.runs().stream()
                .mapToInt(run -> parts.receiver().executions(run))
                .sum();
    }

    private String named(StopScope scope, String id) {
        return switch (scope) {
            case RUN -> names.run(id);
            case AGENT -> names.agent(id);
            case CHAIN -> names.operation(id);
            case TOOL, MODEL, ALL -> id;
        };
    }

    private static Status status(String symbol) {
        return Status.valueOf(symbol.toUpperCase(Locale.ROOT));
    }

    private static Reason reason(String symbol) {
        return Reason.valueOf(symbol.toUpperCase(Locale.ROOT));
    }
}
