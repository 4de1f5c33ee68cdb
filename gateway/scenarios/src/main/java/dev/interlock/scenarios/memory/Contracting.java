package dev.interlock.scenarios.memory;

import dev.interlock.core.fact.Result;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.policy.contract.RunFacts;
import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import dev.interlock.scenarios.World.Sent;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Holds calls and results against what the scenario's policy says outside the core, as the gateway does. */
final class Contracting {
    private static final Set<Answer.Verdict> WITH_RESULT =
            Set.of(Answer.Verdict.COMMITTED, Answer.Verdict.REPLAYED, Answer.Verdict.NOT_COMMITTED);

    private final Contracts contracts;
    private final Map<String, ScriptedProposal> proposals;

    Contracting(Scenario scenario) {
        this.contracts = scenario.policy().document().contracts();
        this.proposals = scenario.proposals();
    }

    Proposal proposal(Sent sent, Optional<RunState> run, long nowMs) {
        Actor actor = sent.proposal().actor();
        ProposedCall call = Facts.proposed(sent.proposal().call(), actor.agent(), sent.turn());
        CallFacts told = contracts.call(
                call,
                run.map(found -> RunFacts.of(found, nowMs))
                        .orElseGet(() -> RunFacts.begin(
                                actor.run(), contracts.document().policy().ceilings())));
        return new Proposal(
                sent.proposalId(),
                sent.turn() + " " + sent.proposal().call(),
                actor.agent(),
                sent.turn(),
                OptionalLong.empty(),
                actor.handoffFrom(),
                actor.causedBy(),
                OptionalLong.empty(),
                nowMs,
                Optional.of(Facts.call(call, told)),
                told.fault());
    }

    Result result(OpenCall call, Result result) {
        if (call.inherited()) {
            return result;
        }
        ScriptedProposal proposal = proposals.get(ScriptedProposal.labelOf(call.proposalId()));
        ProposedCall proposed = Facts.proposed(proposal.call(), call.agentId(), call.turn());
        return contracts.result(proposed, result, Facts.brought(result)).judged();
    }

    Answer answer(Answer answer, Optional<RunState> run) {
        return run.map(found -> found.open().get(answer.requestId()))
                .filter(call -> WITH_RESULT.contains(answer.verdict()))
                .flatMap(call -> answer.result().map(result -> answer.with(result(call, result))))
                .orElse(answer);
    }
}
