package dev.interlock.backtest.trial;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Claim;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecider;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Hold;
import dev.interlock.core.run.Moment;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The core's two stages with one run in them. What one tells the other arrives at once, and holds are approved at once. */
final class Stages {
    private static final Set<Answer.Verdict> WITH_RESULT =
            Set.of(Answer.Verdict.COMMITTED, Answer.Verdict.REPLAYED, Answer.Verdict.NOT_COMMITTED);
    private static final String OPERATOR = "backtest";

    private final String runId;
    private final Policy policy;
    private final Map<String, Operation> operations = new HashMap<>();
    private final Map<String, Consumer<Brought>> executing = new HashMap<>();
    private final Map<String, Optional<Json>> values = new HashMap<>();
    private final BiFunction<OpenCall, Brought, Result> contracts;
    private final List<Outcome> published = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();
    private Optional<RunState> run = Optional.empty();
    private long nowMs;
    private int reports;

    /**
     * The stages.
     *
     * @param contracts what is said of a call's result before the run stage decides on it
     */
    Stages(String runId, Policy policy, long nowMs, BiFunction<OpenCall, Brought, Result> contracts) {
        this.contracts = contracts;
        this.runId = runId;
        this.policy = policy;
        this.nowMs = nowMs;
    }

    /** The run, once something was proposed. */
    Optional<RunState> run() {
        return run;
    }

    long nowMs() {
        return nowMs;
    }

    void advanceTo(long atMs) {
        nowMs = Math.max(nowMs, atMs);
    }

    /** Takes in that somebody stops the run. */
    void stop() {
        decide(new RunInput.Stopped(new Stop(StopScope.RUN, runId, OPERATOR)));
    }

    void propose(Proposal proposal) {
        decide(new RunInput.Proposed(proposal, Optional.empty()));
    }

    /** Lets the call of this proposal come to its result; whether it runs at all. */
    boolean report(String proposalId, Brought brought) {
        Optional<Consumer<Brought>> execution = Optional.ofNullable(executing.remove(proposalId));
        execution.ifPresent(taker -> taker.accept(brought));
        return execution.isPresent();
    }

    /** What was published since this was asked last. */
    List<Outcome> published() {
        List<Outcome> since = List.copyOf(published);
        published.clear();
        return since;
    }

    /** What was decided about the run since this was asked last. */
    List<Verdict> verdicts() {
        List<Verdict> since = List.copyOf(verdicts);
        verdicts.clear();
        return since;
    }

    private void decide(RunInput input) {
        Moment moment = new Moment(runId, policy, policy.name(), List.of(), Optional.empty(), nowMs);
        RunDecision decision = RunDecider.decide(run, input, moment);
        run = decision.after();
        verdicts.add(decision.verdict());
        decision.effects().forEach(this::perform);
    }

    private void perform(RunEffect effect) {
        switch (effect) {
            case RunEffect.Execute execute -> execute(execute.call());
            case RunEffect.Request request -> request(request);
            case RunEffect.Withdraw withdraw ->
                operate(
                        withdraw.call(),
                        new OperationInput.Withdrawn(
                                withdraw.call().id(), runId, withdraw.call().proposalId()));
            case RunEffect.Publish publish -> publish(publish.outcome());
            case RunEffect.AskAdmission asked -> throw impossible(asked);
            case RunEffect.BeginSuccessor begin -> throw impossible(begin);
            case RunEffect.Forward forward -> throw impossible(forward);
            case RunEffect.Cancel cancel -> {}
            case RunEffect.Arm arm -> {}
            case RunEffect.Disarm disarm -> {}
            case RunEffect.RepeatAnswer repeat -> {}
            case RunEffect.RepeatTerminal repeat -> {}
            case RunEffect.Reject reject -> {}
            case RunEffect.DropPayload drop -> {}
            case RunEffect.KeepLastGood keep -> {}
            case RunEffect.Forget forget -> {}
        }
    }

    private static IllegalStateException impossible(RunEffect effect) {
        return new IllegalStateException("a recorded run has neither cause nor successor, but decided " + effect);
    }

    private void publish(Outcome outcome) {
        published.add(outcome);
        outcome.hold().filter(hold -> outcome.type() == Outcome.Type.PAUSED).ifPresent(this::approve);
    }

    private void approve(Hold hold) {
        decide(new RunInput.Approved(hold.holdId(), hold.call().digest(), OPERATOR, OPERATOR));
    }

    private void execute(OpenCall call) {
        executing.put(
                call.proposalId(),
                brought -> decide(
                        new RunInput.Reported(call.id(), call.attempt(), contracts.apply(call, brought), nowMs)));
    }

    private void request(RunEffect.Request effect) {
        Request request = Request.of(run.orElseThrow(), effect, policy);
        operate(effect.call(), new OperationInput.Requested(request, List.of(), Optional.empty()));
    }

    private void operate(OpenCall call, OperationInput input) {
        operate(call.call().operationId().orElseThrow(), input);
    }

    private void operate(String operationId, OperationInput input) {
        OperationDecision decision =
                OperationDecider.decide(operationId, Optional.ofNullable(operations.get(operationId)), input, nowMs);
        decision.after()
                .ifPresentOrElse(after -> operations.put(operationId, after), () -> operations.remove(operationId));
        decision.effects().forEach(effect -> perform(operationId, effect));
    }

    private void perform(String operationId, OperationEffect effect) {
        switch (effect) {
            case OperationEffect.Execute execute -> execute(operationId, execute.claim());
            case OperationEffect.Reply reply -> decide(new RunInput.Answered(told(reply.answer())));
            // Time stands still between a call and its result, nobody asks what became of it, and nothing is shown.
            default -> {}
        }
    }

    private void execute(String operationId, Claim claim) {
        executing.put(claim.request().proposalId(), brought -> {
            values.put(operationId, brought.value());
            operate(
                    operationId,
                    new OperationInput.Reported(
                            claim.dispatchId(),
                            claim.epoch(),
                            brought.result(),
                            Optional.empty(),
                            "report" + ++reports,
                            nowMs));
        });
    }

    /** As a gateway does, the run stage looks at the result of a write where it is answered with it. */
    private Answer told(Answer answer) {
        Optional<OpenCall> own = run.map(state -> state.open().get(answer.requestId()));
        boolean asked = own.isPresent() && WITH_RESULT.contains(answer.verdict());
        return answer.result()
                .filter(result -> asked)
                .map(result -> answer.with(contracts.apply(
                        own.get(), new Brought(result, values.getOrDefault(answer.operationId(), Optional.empty())))))
                .orElse(answer);
    }
}
