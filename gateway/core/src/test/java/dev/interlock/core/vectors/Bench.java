package dev.interlock.core.vectors;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Result;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecider;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Finish;
import dev.interlock.core.run.Moment;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run and its operations, decided by the real core, with a serial scripted worker: what the prototypes are. Time moves
 * only when the worker says so; timers do not fire.
 */
final class Bench {
    private static final String RUN = "run";

    private final Policy policy;
    private final Worker worker;
    private final Map<String, Operation> operations = new LinkedHashMap<>();
    private final List<Integer> executed = new ArrayList<>();
    private final List<Integer> replayed = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private Optional<RunState> run;
    private long clock;
    private int step;

    /** What a step's tool does. */
    interface Worker {
        /** How long the step's tool takes, in milliseconds. */
        long takesMs(int step);

        /** What the step's tool and its verifier say. */
        Result result(int step);
    }

    Bench(Policy policy, Worker worker, Optional<RunState> initial) {
        this.policy = policy;
        this.worker = worker;
        this.run = initial;
    }

    void know(Operation operation) {
        operations.put(operation.operationId(), operation);
    }

    void propose(int number, Call call) {
        step = number;
        Proposal proposal = new Proposal(
                "p" + number,
                "digest" + number,
                "agent",
                number,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                clock,
                Optional.of(call),
                Optional.empty());
        decide(new RunInput.Proposed(proposal, Optional.empty()));
    }

    void finish() {
        Finish finish = new Finish("finish", "digest", "agent", Finish.Cause.AGENT, OptionalLong.empty(), clock);
        decide(new RunInput.Finished(finish, Optional.empty()));
    }

    Optional<Outcome> last(Outcome.Type type) {
        return outcomes.stream().filter(o -> o.type() == type).reduce((a, b) -> b);
    }

    Optional<RunState> run() {
        return run;
    }

    Map<String, Operation> operations() {
        return operations;
    }

    List<Integer> executed() {
        return executed;
    }

    List<Integer> replayed() {
        return replayed;
    }

    private void decide(RunInput input) {
        RunDecision decision =
                RunDecider.decide(run, input, new Moment(RUN, policy, "policy", List.of(), Optional.empty(), clock));
        run = decision.after();
        decision.effects().forEach(this::perform);
    }

    private void perform(RunEffect effect) {
        switch (effect) {
            case RunEffect.Execute execute -> {
                execute();
                decide(new RunInput.Reported(
                        execute.call().dispatchId(), execute.call().attempt(), worker.result(step), clock));
            }
            case RunEffect.Request request -> decideOperation(request.call(), requested(request));
            case RunEffect.Withdraw withdraw ->
                decideOperation(
                        withdraw.call(),
                        new OperationInput.Withdrawn(
                                withdraw.call().id(), RUN, withdraw.call().proposalId()));
            case RunEffect.Publish publish -> outcomes.add(publish.outcome());
            default -> {}
        }
    }

    private void execute() {
        executed.add(step);
        clock += worker.takesMs(step);
    }

    private static OperationInput requested(RunEffect.Request request) {
        OpenCall call = request.call();
        return new OperationInput.Requested(
                new Request(
                        call.id(),
                        RUN,
                        call.proposalId(),
                        call.agentId(),
                        call.agentId(),
                        call.call().tool(),
                        call.call().fingerprint(),
                        call.call().identityRule(),
                        call.attempt(),
                        call.replay(),
                        call.contract(),
                        0,
                        request.revisions(),
                        call.approvalId(),
                        Activation.root(call.call().operationId().orElseThrow())),
                List.of(),
                Optional.empty());
    }

    private void decideOperation(OpenCall call, OperationInput input) {
        decideOperation(call.call().operationId().orElseThrow(), input);
    }

    private void decideOperation(String id, OperationInput input) {
        OperationDecision decision = OperationDecider.decide(id, Optional.ofNullable(operations.get(id)), input, clock);
        operations.put(id, decision.after().orElseThrow());
        decision.effects().forEach(this::answer);
        decision.effects().forEach(effect -> runTool(id, effect));
    }

    private void answer(OperationEffect effect) {
        if (effect instanceof OperationEffect.Reply reply) {
            decide(new RunInput.Answered(noted(reply.answer())));
        }
    }

    private void runTool(String id, OperationEffect effect) {
        if (effect instanceof OperationEffect.Execute execute) {
            execute();
            decideOperation(
                    id,
                    new OperationInput.Reported(
                            execute.claim().dispatchId(),
                            execute.claim().epoch(),
                            worker.result(step),
                            Optional.empty(),
                            "report" + step,
                            clock));
        }
    }

    private Answer noted(Answer answer) {
        if (answer.verdict() == Answer.Verdict.REPLAYED) {
            replayed.add(step);
        }
        return answer;
    }
}
