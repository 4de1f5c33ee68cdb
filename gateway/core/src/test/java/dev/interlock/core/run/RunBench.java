package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Horizons;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Repetition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run driven by hand, in the words of its stage. The answers of workers and of the operation stage are given by the
 * test; the clock moves only when told.
 */
final class RunBench {
    static final String RUN = "run-1";
    static final String AGENT = "planner";

    /** What a person is asked about where the policy wants that. */
    static final Call HELD = new Call("refund", Kind.WRITE, "refund1", "rule", Optional.of("op-5"), "digest of h1");

    private final String runId;
    private final Policy policy;
    private final List<Stop> stops = new ArrayList<>();
    private final List<RunEffect> effects = new ArrayList<>();
    private Optional<Closure> closure = Optional.empty();
    private Optional<RunState> state = Optional.empty();
    private RunDecision last;
    private long clock = 1_000;
    private long turn;
    private boolean approvalUsed;
    private Optional<String> causedBy = Optional.empty();
    private OptionalLong ownerEpoch = OptionalLong.empty();

    RunBench(Policy policy) {
        this(RUN, policy);
    }

    private RunBench(String runId, Policy policy) {
        this.runId = runId;
        this.policy = policy;
    }

    /** The run that goes on from this one; it has not been told what it begins with. */
    RunBench successor() {
        return new RunBench(Lineage.successorOf(runId), policy).at(clock);
    }

    /** Decides one input, checks that the fold of its changes is the state after, and moves on. */
    RunDecision decide(RunInput input) {
        Moment moment = new Moment(runId, policy, "policy", stops, closure, clock);
        RunDecision decision = RunDecider.decide(state, input, moment);
        Optional<RunState> folded = state;
        for (RunChange change : decision.changes()) {
            folded = RunFold.apply(folded, change);
        }
        if (!folded.equals(decision.after())) {
            throw new AssertionError("the fold of the changes is not the state after: " + decision);
        }
        if (!decision.equals(RunDecider.decide(state, input, moment))) {
            throw new AssertionError("the same input was decided differently: " + input);
        }
        state = decision.after();
        effects.addAll(decision.effects());
        last = decision;
        return decision;
    }

    RunBench at(long atMs) {
        clock = atMs;
        return this;
    }

    String runId() {
        return runId;
    }

    Policy policy() {
        return policy;
    }

    long clock() {
        return clock;
    }

    /** A stop comes into force in the partition; it reaches the run only by {@link #stopped} or its next input. */
    RunBench inForce(StopScope scope, String id) {
        stops.add(new Stop(scope, id, "control-1"));
        return this;
    }

    /** All stops are lifted. */
    RunBench lifted() {
        stops.clear();
        return this;
    }

    /** The dead-man switch stands so from now on. */
    RunBench closed(Closure.Extent extent) {
        closure = Optional.of(new Closure(extent, clock - 700, 500, 600, 500));
        return this;
    }

    Optional<Closure> closure() {
        return closure;
    }

    /** An operator was heard. */
    RunBench opened() {
        closure = Optional.empty();
        return this;
    }

    RunDecision stopped(StopScope scope, String id) {
        return decide(new RunInput.Stopped(new Stop(scope, id, "control-1")));
    }

    RunDecision read(String proposalId, String args) {
        return propose(
                proposalId, new Call("search", Kind.READ, "search" + args, "rule", Optional.empty(), "search" + args));
    }

    RunDecision write(String proposalId, String operationId, String args) {
        return propose(
                proposalId,
                new Call(
                        "pay", Kind.WRITE, "pay" + args, "rule", Optional.of(operationId), operationId + "pay" + args));
    }

    RunDecision propose(String proposalId, Call call) {
        turn++;
        return proposeInTurn(proposalId, call, AGENT, turn);
    }

    RunDecision proposeInTurn(String proposalId, Call call, String agentId, long inTurn) {
        return decide(new RunInput.Proposed(proposal(proposalId, call, agentId, inTurn), Optional.empty()));
    }

    Proposal proposal(String proposalId, Call call, String agentId, long inTurn) {
        return proposal(proposalId, call, agentId, inTurn, Optional.empty());
    }

    Proposal proposal(String proposalId, Call call, String agentId, long inTurn, Optional<Fault> fault) {
        return new Proposal(
                proposalId,
                "digest of " + proposalId,
                agentId,
                inTurn,
                OptionalLong.empty(),
                Optional.empty(),
                causedBy,
                ownerEpoch,
                clock,
                Optional.ofNullable(call),
                fault);
    }

    RunDecision finish(Finish.Cause cause) {
        return decide(new RunInput.Finished(
                new Finish("finish", "digest", AGENT, cause, ownerEpoch, clock), Optional.empty()));
    }

    RunDecision unreadable() {
        Fault fault = new Fault(Reason.INVALID_CALL, "args", "must be an object", "7");
        return decide(new RunInput.Unreadable(Optional.of("unread"), fault));
    }

    RunDecision report(String dispatchId, Result result) {
        return decide(new RunInput.Reported(dispatchId, attempt(dispatchId), result, clock));
    }

    RunDecision answer(Answer.To to, Answer.Verdict verdict, String requestId, Optional<Result> result) {
        return answer(to, verdict, requestId, result, Optional.empty());
    }

    RunDecision answer(
            Answer.To to, Answer.Verdict verdict, String requestId, Optional<Result> result, Optional<Reason> reason) {
        String operation = Optional.ofNullable(state.orElseThrow().open().get(requestId))
                .flatMap(c -> c.call().operationId())
                .orElse("gone");
        return decide(new RunInput.Answered(new Answer(
                to,
                verdict,
                requestId,
                operation,
                1,
                Optional.of(operation + "#e1"),
                reason,
                Optional.empty(),
                OptionalLong.empty(),
                result,
                Map.of(),
                approvalUsed,
                clock)));
    }

    /** What the agent says from now on about the operation that triggered the run. */
    RunBench causedBy(String operationId) {
        causedBy = Optional.ofNullable(operationId);
        return this;
    }

    /** Which process speaks from now on. */
    RunBench owner(long epoch) {
        ownerEpoch = OptionalLong.of(epoch);
        return this;
    }

    /** The operation stage answers the run's admission. */
    RunDecision admitted(Membership membership) {
        String id = state.flatMap(s -> s.chain().awaited())
                .map(Chain.Awaited::requestId)
                .orElse("none");
        return decide(new RunInput.Admitted(id, membership));
    }

    RunDecision running(String dispatchId) {
        return decide(new RunInput.Running(dispatchId));
    }

    /** What the operation stage says from now on about the approvals it is brought. */
    RunBench approvalUsed(boolean used) {
        approvalUsed = used;
        return this;
    }

    /** A person approves the pending hold, having seen this call. */
    RunDecision approve(String digest) {
        return decide(new RunInput.Approved(pending(), digest, "control-1", "ann"));
    }

    RunDecision reject() {
        return decide(new RunInput.Rejected(pending(), Optional.empty(), "control-1", "ann"));
    }

    /** Somebody raises a ceiling. */
    RunDecision grant(String controlId, Ceiling ceiling, long amount) {
        return grant(controlId, new Grant.Rise(ceiling, amount));
    }

    RunDecision grant(String controlId, Grant.Rise... rises) {
        return decide(new RunInput.Granted(new Grant(controlId, "ann", "needs more", List.of(rises))));
    }

    /** Somebody goes on from this run in a new one. */
    RunDecision resume(String controlId) {
        return decide(
                new RunInput.Resumed(new Resume(controlId, "ann", "another way", Resume.Change.STRATEGY_CHANGED)));
    }

    /** What a run that is resumed tells its successor, in order: what it begins with, and then answers. */
    List<RunInput> told() {
        return effects.stream()
                .<RunInput>mapMulti((effect, told) -> {
                    if (effect instanceof RunEffect.BeginSuccessor begin) {
                        told.accept(new RunInput.CarriedOver(begin.carryOver()));
                    } else if (effect instanceof RunEffect.Forward forward) {
                        told.accept(new RunInput.Answered(forward.answer()));
                    }
                })
                .toList();
    }

    /** The id of the pending hold. */
    String pending() {
        return state.flatMap(s -> s.holds().pending()).map(Hold::holdId).orElse("none");
    }

    RunDecision due(Timer timer) {
        return decide(new RunInput.Due(timer));
    }

    static Result result(ResultStatus status, Effect effect, long revision, boolean done) {
        Evidence evidence = new Evidence(OptionalLong.of(revision), Optional.of(done), Optional.empty(), false);
        Value value = new Value("value at " + revision, false);
        return new Result(status, effect, evidence, value, Optional.empty(), Optional.empty(), OptionalLong.empty(), 1);
    }

    static Result fenced(Effect effect) {
        return new Result(
                ResultStatus.RETRYABLE,
                effect,
                Evidence.NONE,
                Value.ABSENT,
                Optional.of(new ToolError(ToolError.Kind.TRANSIENT, "interlock.not_executed")),
                Optional.of("partition_lost"),
                OptionalLong.empty(),
                1);
    }

    /** The id of the open call that answers a proposal. */
    String idOf(String proposalId) {
        return state.orElseThrow().open().values().stream()
                .filter(c -> c.proposalId().equals(proposalId))
                .map(OpenCall::id)
                .findFirst()
                .orElse("none");
    }

    Optional<RunState> state() {
        return state;
    }

    RunDecision last() {
        return last;
    }

    List<RunEffect> effects() {
        return effects;
    }

    /** The outcomes published so far, of one type. */
    List<Outcome> outcomes(Outcome.Type type) {
        return effects.stream()
                .filter(RunEffect.Publish.class::isInstance)
                .map(e -> ((RunEffect.Publish) e).outcome())
                .filter(o -> o.type() == type)
                .toList();
    }

    /** A policy with another approval rule and other horizons. */
    static Policy changed(Policy policy, ApprovalRule approval, Horizons horizons) {
        return new Policy(
                policy.name(),
                policy.ceilings(),
                policy.chains(),
                policy.repetition(),
                policy.otherwise(),
                policy.actions(),
                policy.ceilingsFirst(),
                policy.stopOnFault(),
                horizons,
                approval,
                policy.tools(),
                policy.fallback());
    }

    /** A policy with other rules of repetition. */
    static Policy repeating(Policy policy, Repetition rules) {
        return new Policy(
                policy.name(),
                policy.ceilings(),
                policy.chains(),
                rules,
                policy.otherwise(),
                policy.actions(),
                policy.ceilingsFirst(),
                policy.stopOnFault(),
                policy.horizons(),
                policy.approval(),
                policy.tools(),
                policy.fallback());
    }

    private int attempt(String dispatchId) {
        return state.map(s -> s.open().get(dispatchId)).map(OpenCall::attempt).orElse(1);
    }
}
