package dev.interlock.backtest.trial;

import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.backtest.trace.TracedResult;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.run.Ending;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.policy.contract.RunFacts;
import dev.interlock.schemas.Json;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Goes through a run step by step, for what no trace holds: handoffs, waits that are told, results that come late. */
final class Walk {
    private final Contracts contracts;
    private final Stages stages;
    private int proposals;

    Walk(Policy policy) {
        this.contracts = PolicyDocument.of(policy).contracts();
        this.stages = new Stages("run", policy, 1_000_000, (call, brought) -> brought.result());
    }

    /** Proposes a call; why it was denied, or nothing. */
    Optional<Reason> propose(TracedCall call, Optional<String> handoffFrom) {
        String id = id(++proposals);
        ProposedCall proposed = RecordedFacts.proposed(call, Optional.empty(), proposals);
        CallFacts facts = contracts.call(
                proposed, RunFacts.begin("run", contracts.document().policy().ceilings()));
        stages.propose(new Proposal(
                id,
                id,
                call.agent(),
                call.turn().orElse(proposals),
                OptionalLong.empty(),
                handoffFrom,
                Optional.empty(),
                OptionalLong.empty(),
                stages.nowMs(),
                Optional.of(RecordedFacts.call(proposed, facts, id)),
                Optional.empty()));
        return stages.published().stream()
                .filter(outcome -> outcome.type() == Outcome.Type.DENIED)
                .flatMap(outcome -> outcome.reason().stream())
                .findFirst();
    }

    /** Lets the call proposed last come to its result. */
    void report(Result result) {
        report(proposals, result);
    }

    /** Lets the call proposed as the so many-th come to its result. */
    void report(int proposal, Result result) {
        stages.report(id(proposal), Brought.of(result));
        stages.published();
    }

    Optional<Ending> ending() {
        return stages.run().flatMap(RunState::ending);
    }

    static TracedCall read(String what, long turn) {
        return call(TracedCall.Kind.READ, "agent", what, turn, 0);
    }

    static TracedCall call(TracedCall.Kind kind, String agent, String what, long turn, long revision) {
        TracedResult brought = new TracedResult(
                Optional.of(what),
                Optional.of(what),
                what.length(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(revision),
                Optional.of(false));
        return new TracedCall(
                agent,
                "tool",
                kind,
                Json.of(Map.of("what", what)),
                Optional.empty(),
                OptionalLong.of(turn),
                OptionalLong.empty(),
                OptionalLong.empty(),
                brought);
    }

    private static String id(int proposal) {
        return "proposal-" + proposal;
    }
}
