package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Mistake;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;

/** A run whose writes need a person's approval, and what a test of holds does with it. */
abstract class HoldCase {
    static final String DIGEST = "op-1pay1";
    static final long DAY = 86_400_000L;
    static final Answer.To TO = Answer.To.REQUEST;

    final RunBench bench = new RunBench(withApproval(Presets.balanced()));

    static Result insideAnAdapter(int attempts) {
        Result one = RunBench.result(ResultStatus.OK, Effect.NONE, 1, false);
        return new Result(
                one.status(),
                one.effect(),
                one.evidence(),
                one.value(),
                one.error(),
                one.notExecuted(),
                one.retryAfterMs(),
                attempts);
    }

    String approveAndRefuse(Optional<Reason> reason, boolean used) {
        bench.write("p1", "op-1", "1");
        String holdId = bench.pending();
        bench.approve(DIGEST);
        bench.approvalUsed(used).answer(TO, Answer.Verdict.REFUSED, bench.idOf("p1"), Optional.empty(), reason);
        return holdId;
    }

    void approve() {
        bench.write("p1", "op-1", "1");
        bench.approve(DIGEST);
    }

    List<RunEffect> sentAgain(RunInput.Told told) {
        Call call = new Call("pay", Kind.WRITE, "pay1", "rule", Optional.of("op-1"), DIGEST);
        Proposal same = bench.proposal("p1", call, RunBench.AGENT, 1);
        return bench.decide(new RunInput.Proposed(same, Optional.of(new RunInput.Prior(same.contentDigest(), told))))
                .effects();
    }

    Mistake mistake() {
        return bench.last().effects().stream()
                .filter(RunEffect.Reject.class::isInstance)
                .map(effect -> ((RunEffect.Reject) effect).mistake())
                .findFirst()
                .orElseThrow();
    }

    void approveAndGrant() {
        bench.write("p1", "op-1", "1");
        bench.approve(DIGEST);
        bench.approvalUsed(true)
                .answer(TO, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty(), Optional.empty());
    }

    void commit(String proposal) {
        Result done = RunBench.result(ResultStatus.OK, Effect.COMMITTED, 1, false);
        bench.approvalUsed(true)
                .answer(TO, Answer.Verdict.COMMITTED, bench.idOf(proposal), Optional.of(done), Optional.empty());
    }

    List<RunEffect.Request> requests() {
        return bench.effects().stream()
                .filter(RunEffect.Request.class::isInstance)
                .map(RunEffect.Request.class::cast)
                .toList();
    }

    List<Reason> denials() {
        return bench.outcomes(Outcome.Type.DENIED).stream()
                .map(o -> o.reason().orElseThrow())
                .toList();
    }

    RunState run() {
        return bench.state().orElseThrow();
    }

    Phase phase() {
        return run().phase();
    }

    Outcome terminal() {
        return bench.outcomes(Outcome.Type.TERMINAL).get(0);
    }

    static Policy withApproval(Policy policy) {
        return approving(policy, "pay");
    }

    static Policy approving(Policy policy, String tool) {
        return RunBench.changed(policy, new ApprovalRule(List.of(tool)), policy.horizons());
    }

    static Policy holding(Policy policy, long holdMs) {
        var h = policy.horizons();
        return RunBench.changed(
                policy,
                policy.approval(),
                new dev.interlock.core.policy.Horizons(h.proposalMs(), h.skewMs(), h.stubMs(), holdMs));
    }
}
