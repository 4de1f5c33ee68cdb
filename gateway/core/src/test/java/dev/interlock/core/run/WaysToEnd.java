package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.Repetition.Cycle;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.Repetition.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

/** Brings a run to its end in each way there is, under a policy whose other guards only deny. */
final class WaysToEnd {
    private static final long REACHED = 2;
    private static final int MANY = 60;
    private static final int FEW = 6;

    private WaysToEnd() {}

    /** Whether it comes before the first call is let through, so that nothing can have been reached. */
    static boolean endsAtItsFirstCall(Reason reason) {
        return reason == Reason.CHAIN_DEPTH || reason == Reason.CHAIN_ACTIVATIONS;
    }

    /** A read and a write came to something (r1; w1, which is op-1), and another write is claimed (w2, which is op-2). */
    static RunBench begun(Reason reason) {
        RunBench bench = new RunBench(policy(reason));
        if (endsAtItsFirstCall(reason)) {
            bench.causedBy(Triggered.CAUSE).read("r1", "1");
            return bench.causedBy(null);
        }
        if (reason == Reason.CHAIN_STOPPED) {
            bench.causedBy(Triggered.CAUSE);
        }
        bench.read("r1", "1");
        if (reason == Reason.CHAIN_STOPPED) {
            bench.admitted(Triggered.ADMITTED);
            bench.causedBy(null);
        }
        bench.report(bench.idOf("r1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, false));
        bench.write("w1", "op-1", "1");
        answer(bench, "w1", Answer.Verdict.GRANTED, Optional.empty());
        commit(bench, "w1", RunBench.result(ResultStatus.OK, Effect.COMMITTED, REACHED, false));
        bench.write("w2", "op-2", "2");
        answer(bench, "w2", Answer.Verdict.GRANTED, Optional.empty());
        return bench;
    }

    static void end(RunBench bench, Reason reason, Status status) {
        switch (reason) {
            case VALIDATED_DONE, PLAN_EXHAUSTED, DEADLINE -> byTheAgentOrTheClock(bench, reason);
            case CHAIN_DEPTH, CHAIN_ACTIVATIONS -> notAdmitted(bench, reason);
            case FATAL, PERMISSION_DENIED, POLICY_BLOCKED, HUMAN_REQUIRED ->
                report(bench, ResultStatus.valueOf(reason.name()));
            case INVALID_RESULT, INVALID_EVIDENCE, EXECUTOR_EXCEPTION, RETRY_AFTER_COMMIT ->
                unsound(bench, reason, status);
            case UNKNOWN_COMMIT -> {
                answer(bench, "w2", Answer.Verdict.UNKNOWN, Optional.empty());
                answer(bench, "w2", Answer.Verdict.EXHAUSTED, Optional.empty());
            }
            case INVALID_CALL, UNKNOWN_TOOL, INVALID_ARGUMENTS, MISSING_OPERATION_ID -> misshapen(bench, reason);
            case OPERATION_CONFLICT -> bench.write("x", "op-1", "another amount");
            case OPERATOR_STOP -> bench.stopped(StopScope.RUN, bench.runId());
            case AGENT_STOPPED -> bench.stopped(StopScope.AGENT, RunBench.AGENT);
            case CHAIN_STOPPED -> bench.stopped(StopScope.CHAIN, "row-1");
            case ALL_STOPPED -> bench.stopped(StopScope.ALL, "");
            case TOOL_STOPPED -> bench.inForce(StopScope.TOOL, "search").read("x", "x");
            case MODEL_STOPPED -> bench.inForce(StopScope.MODEL, "").propose("x", call(Kind.MODEL, "x"));
            case APPROVAL_REJECTED, APPROVAL_EXPIRED -> held(bench, reason);
            default -> again(bench, reason);
        }
        settleWithdraws(bench);
    }

    /** The operation stage answers what an ending run took back. */
    static void settleWithdraws(RunBench bench) {
        while (bench.state().orElseThrow().phase() == Phase.ENDING) {
            List<String> open =
                    bench.state().flatMap(RunState::ending).orElseThrow().withdrawsOpen();
            if (open.isEmpty()) {
                return;
            }
            boolean claimed =
                    bench.state().orElseThrow().open().get(open.get(0)).state() != OpenCall.Standing.REQUESTED;
            Answer.Verdict verdict = claimed ? Answer.Verdict.GRANTED : Answer.Verdict.WITHDRAWN;
            bench.answer(Answer.To.WITHDRAW, verdict, open.get(0), Optional.empty());
        }
    }

    private static void byTheAgentOrTheClock(RunBench bench, Reason reason) {
        bench.read("x", "x");
        if (reason == Reason.DEADLINE) {
            bench.at(bench.state().orElseThrow().deadlineAtMs()).due(new Timer.Deadline());
            return;
        }
        boolean done = reason == Reason.VALIDATED_DONE;
        bench.report(bench.idOf("x"), RunBench.result(ResultStatus.OK, Effect.NONE, REACHED + 1, done));
        if (!done) {
            bench.finish(Finish.Cause.AGENT);
        }
        commit(bench, "w2", RunBench.result(ResultStatus.OK, Effect.COMMITTED, REACHED + 1, false));
    }

    private static void notAdmitted(RunBench bench, Reason reason) {
        if (bench.state().flatMap(run -> run.chain().awaited()).isEmpty()) {
            bench.read("x", "x");
        }
        Membership over = Membership.over(Triggered.TOO_DEEP.activation().orElseThrow(), reason, 5, 6);
        bench.admitted(over);
    }

    private static void report(RunBench bench, ResultStatus status) {
        bench.read("x", "x");
        bench.report(bench.idOf("x"), failed(status, ToolError.Kind.PERMANENT, "broken"));
        if (status == ResultStatus.HUMAN_REQUIRED) {
            bench.at(bench.clock() + bench.policy().horizons().holdMs()).due(new Timer.Hold());
        }
    }

    private static void unsound(RunBench bench, Reason reason, Status status) {
        Effect effect = status == Status.STOPPED ? Effect.NONE : Effect.COMMITTED;
        Result result = switch (reason) {
            case INVALID_RESULT -> failed(ResultStatus.UNRECOGNISED, ToolError.Kind.INVALID, "broken");
            case INVALID_EVIDENCE -> RunBench.result(ResultStatus.OK, effect, -1, false);
            case EXECUTOR_EXCEPTION ->
                failed(ResultStatus.RETRYABLE, ToolError.Kind.PERMANENT, ToolError.EXECUTOR_EXCEPTION);
            default -> RunBench.result(ResultStatus.RETRYABLE, effect, REACHED, false);
        };
        if (status == Status.STOPPED) {
            bench.read("x", "x");
            bench.report(bench.idOf("x"), result);
            return;
        }
        bench.write("x", "op-3", "3");
        answer(bench, "x", Answer.Verdict.GRANTED, Optional.empty());
        commit(bench, "x", result);
    }

    private static void misshapen(RunBench bench, Reason reason) {
        Fault fault = new Fault(reason, "args", "must be an object", "7");
        Proposal proposal = bench.proposal("x", call(Kind.WRITE, "x"), RunBench.AGENT, MANY, Optional.of(fault));
        bench.decide(new RunInput.Proposed(proposal, Optional.empty()));
    }

    private static void held(RunBench bench, Reason reason) {
        bench.propose("h1", RunBench.HELD);
        if (reason == Reason.APPROVAL_REJECTED) {
            bench.reject();
        } else {
            bench.at(bench.clock() + bench.policy().horizons().holdMs()).due(new Timer.Hold());
        }
    }

    /** Does the same until a guard says that it was too often. */
    private static void again(RunBench bench, Reason reason) {
        IntConsumer once = switch (reason) {
            case TURN_BUDGET -> i -> look(bench, i, String.valueOf(i), ok(REACHED + 1 + i));
            case CALL_BUDGET ->
                i -> {
                    bench.proposeInTurn("x" + i, call(Kind.READ, "x" + i), RunBench.AGENT, MANY);
                    bench.report(bench.idOf("x" + i), ok(REACHED + 1 + i));
                };
            case RETRY_BUDGET -> i -> look(bench, i, "same", failed(ToolError.Kind.TRANSIENT));
            case HANDOFF_BUDGET -> i -> handOver(bench, i);
            case PARALLEL_LIMIT -> i -> bench.read("x" + i, String.valueOf(i));
            case DENIALS -> i -> bench.unreadable();
            case SAME_CALL -> i -> look(bench, i, "same", ok(REACHED));
            case SHORT_CYCLE -> i -> look(bench, i, String.valueOf(i % 2), ok(REACHED));
            case SAME_FAILURE -> i -> look(bench, i, String.valueOf(i), failed(ToolError.Kind.PERMANENT));
            case NO_PROGRESS -> i -> look(bench, i, String.valueOf(i), ok(REACHED));
            default -> throw new IllegalArgumentException("no way to end for " + reason);
        };
        for (int i = 0; i < MANY && bench.state().orElseThrow().judges(); i++) {
            once.accept(i);
        }
    }

    private static void look(RunBench bench, int i, String args, Result result) {
        bench.read("x" + i, args);
        bench.report(bench.idOf("x" + i), result);
    }

    private static void handOver(RunBench bench, int i) {
        Proposal plain = bench.proposal("x" + i, call(Kind.READ, "x" + i), RunBench.AGENT, MANY + i);
        Proposal handed = new Proposal(
                plain.proposalId(),
                plain.contentDigest(),
                plain.agentId(),
                plain.turn(),
                OptionalLong.empty(),
                Optional.of("another"),
                plain.causedBy(),
                plain.ownerEpoch(),
                plain.issuedAtMs(),
                plain.call(),
                plain.fault());
        bench.decide(new RunInput.Proposed(handed, Optional.empty()));
        bench.report(bench.idOf("x" + i), ok(REACHED + 1 + i));
    }

    private static Result ok(long revision) {
        return RunBench.result(ResultStatus.OK, Effect.NONE, revision, false);
    }

    private static Result failed(ToolError.Kind kind) {
        return failed(ResultStatus.RETRYABLE, kind, "broken");
    }

    private static Result failed(ResultStatus status, ToolError.Kind kind, String code) {
        Result plain = RunBench.result(status, Effect.NONE, REACHED, false);
        return new Result(
                status,
                plain.effect(),
                plain.evidence(),
                plain.value(),
                Optional.of(new ToolError(kind, code)),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    private static Call call(Kind kind, String name) {
        Optional<String> operation = kind == Kind.WRITE ? Optional.of(name) : Optional.empty();
        return new Call("search", kind, name, "rule", operation, name);
    }

    private static void commit(RunBench bench, String proposalId, Result result) {
        answer(bench, proposalId, Answer.Verdict.COMMITTED, Optional.of(result));
    }

    private static void answer(RunBench bench, String proposalId, Answer.Verdict verdict, Optional<Result> result) {
        bench.answer(Answer.To.REQUEST, verdict, bench.idOf(proposalId), result);
    }

    private static Policy policy(Reason reason) {
        Policy strict = Presets.strict();
        Ceilings ceilings = new Ceilings(
                reason == Reason.TURN_BUDGET ? FEW : MANY,
                reason == Reason.CALL_BUDGET ? FEW : MANY,
                MANY,
                60_000,
                MANY,
                reason == Reason.HANDOFF_BUDGET ? FEW : MANY,
                reason == Reason.PARALLEL_LIMIT ? FEW : MANY,
                reason == Reason.DENIALS ? FEW : MANY);
        int identical = reason == Reason.SAME_CALL ? 2 : 0;
        Repetition repetition = new Repetition(
                new Identical(identical, Span.SINCE_PROGRESS, 64, false, 0),
                reason == Reason.SHORT_CYCLE ? new Cycle(8, 2, false) : Cycle.off(),
                reason == Reason.SAME_FAILURE ? 5 : 0,
                0,
                reason == Reason.NO_PROGRESS ? 3 : 0,
                false);
        return new Policy(
                strict.name(),
                ceilings,
                strict.chains(),
                repetition,
                new Action.Deny(),
                Map.of(reason, new Action.Stop()),
                false,
                true,
                strict.horizons(),
                new ApprovalRule(List.of(RunBench.HELD.tool())),
                strict.tools(),
                strict.fallback());
    }
}
