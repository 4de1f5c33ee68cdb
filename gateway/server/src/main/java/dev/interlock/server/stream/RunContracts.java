package dev.interlock.server.stream;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Hold;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.policy.contract.ResultFacts;
import dev.interlock.policy.contract.RunFacts;
import dev.interlock.schemas.Json;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Carried;
import dev.interlock.server.wire.Payload;
import dev.interlock.server.wire.ProposalMessage;
import dev.interlock.server.wire.RunKey;
import dev.interlock.server.wire.Stored;
import dev.interlock.server.wire.Told;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the policy of a run says of its calls and results outside the core. It becomes facts here, before the core decides
 * on them, and is journaled with them: whoever replays the journal evaluates nothing of it again.
 *
 * <p>Of writes, results are looked at when the operation stage answers the run, and not where it settles the operation:
 * whether something was done is told by evidence alone, and the same operation may be answered to runs of several policies.
 */
final class RunContracts {
    private static final Set<Answer.Verdict> WITH_RESULT =
            Set.of(Answer.Verdict.COMMITTED, Answer.Verdict.REPLAYED, Answer.Verdict.NOT_COMMITTED);

    /** Stands for arguments that nothing is to be told by: they are not looked up. */
    private static final Json UNASKED = Json.of(Map.of());

    private final RunStores stores;
    private final RunPolicies policies;

    RunContracts(RunStores stores, RunPolicies policies) {
        this.stores = stores;
        this.policies = policies;
    }

    /**
     * A proposal with what is said of its call.
     *
     * @param prior what the side store has on its id
     * @param run the run it is of; empty when it would begin
     */
    RunCase proposal(
            Arrival arrival, ProposalMessage message, Optional<RunInput.Prior> prior, Optional<Stored<RunState>> run) {
        String runId = message.record().runId();
        RunCase.Extras extras = RunCase.Extras.of(message);
        Contracts contracts = policies.ruling(run, extras).contracts();
        RunFacts history = history(contracts, runId, run.map(Stored::state), arrival.takenAtMs());
        Optional<CallFacts> facts = message.call().map(call -> contracts.call(call, history));
        Optional<Told> told = facts.flatMap(found -> Told.of(found));
        RunInput input = message.facts().of(prior, run.map(Stored::state).flatMap(RunKey::fingerprint), facts);
        return new RunCase(arrival, runId, message.record().type(), input, extras.saying(told));
    }

    /** An approval with what is said of the held call by now: what rules look at may have changed since somebody was asked. */
    RunCase approval(RunCase input, RunInput.Approved approved, Optional<Stored<RunState>> run) {
        Optional<CallFacts> facts = run.flatMap(found -> found.state()
                .holds()
                .hold(approved.holdId())
                .map(Hold::proposal)
                .flatMap(proposal -> stores.findPayload(input.runId(), proposal.proposalId())
                        .map(payload -> again(found.state(), proposal, payload, input.arrival()))));
        Optional<Fault> fault =
                facts.flatMap(CallFacts::fault).filter(found -> found.reason() == Reason.POLICY_BLOCKED);
        return new RunCase(
                input.arrival(),
                input.runId(),
                input.kind(),
                approved.against(fault),
                input.extras().saying(facts.flatMap(Told::again)));
    }

    private CallFacts again(RunState run, Proposal proposal, Payload payload, Arrival arrival) {
        Contracts contracts = policies.begunWith(run.policyHash()).contracts();
        Call call = proposal.call().orElseThrow();
        ProposedCall proposed = new ProposedCall(
                call.tool(), call.kind(), payload.args(), call.operationId(), proposal.agentId(), proposal.turn());
        return contracts.call(proposed, history(contracts, run.runId(), Optional.of(run), arrival.takenAtMs()));
    }

    /**
     * A report with what is said of its result.
     *
     * @param arrived the report as it arrived
     * @param reported what the core would decide on
     * @param brought the value it brought; empty where there is none, or nobody here has it
     * @param run the run it is of
     */
    RunCase report(
            RunCase arrived, RunInput.Reported reported, Optional<Json> brought, Optional<Stored<RunState>> run) {
        RunCase input = discreet(arrived, reported.dispatchId(), run);
        return judged(input, run, reported.dispatchId(), reported.result(), brought)
                .map(facts -> told(
                        input,
                        facts,
                        new RunInput.Reported(
                                reported.dispatchId(), reported.attempt(), facts.judged(), reported.appendedAtMs())))
                .orElse(input);
    }

    /** An answer of the operation stage with what is said of its result. */
    RunCase answer(RunCase arrived, Answer answer, Optional<Stored<RunState>> run) {
        RunCase input = discreet(arrived, answer.requestId(), run);
        Optional<Json> brought =
                input.extras().carried().map(carried -> carried.result().value());
        return answer.result()
                .filter(result -> WITH_RESULT.contains(answer.verdict()))
                .flatMap(result -> judged(input, run, answer.requestId(), result, brought))
                .map(facts -> told(input, facts, new RunInput.Answered(answer.with(facts.judged()))))
                .orElse(input);
    }

    /**
     * A tool may say in its error what it was called with. Where nobody here knows that any more, because the call is over or
     * another run's, its text is left out.
     */
    private RunCase discreet(RunCase input, String openId, Optional<Stored<RunState>> run) {
        Optional<Carried> failed =
                input.extras().carried().filter(carried -> carried.result().error() != null);
        if (failed.isEmpty()) {
            return input;
        }
        Carried shown = own(run, openId)
                .flatMap(call -> discreet(failed.get(), call, run.orElseThrow().state()))
                .orElseGet(() -> failed.get().hiding(text -> null));
        return input.with(input.extras().carrying(Optional.of(shown)));
    }

    private Optional<Carried> discreet(Carried failed, OpenCall call, RunState run) {
        String tool = call.call().tool();
        Contracts contracts = policies.begunWith(run.policyHash()).contracts();
        return contracts.redacts(tool)
                ? stores.findPayload(run.runId(), call.proposalId())
                        .map(payload -> failed.hiding(text -> contracts.hidden(text, tool, payload.args())))
                : Optional.of(failed);
    }

    private static Optional<OpenCall> own(Optional<Stored<RunState>> run, String openId) {
        return run.map(found -> found.state().open().get(openId)).filter(call -> !call.inherited());
    }

    /** What is said of a result; empty where nobody here can tell: its call is not the run's own, or its value elsewhere. */
    private Optional<ResultFacts> judged(
            RunCase input, Optional<Stored<RunState>> run, String openId, Result result, Optional<Json> brought) {
        Optional<OpenCall> own = own(run, openId);
        boolean elsewhere = brought.isEmpty()
                && input.extras()
                        .carried()
                        .filter(carried -> carried.result().valueTruncated())
                        .isPresent();
        if (own.isEmpty() || elsewhere) {
            return Optional.empty();
        }
        OpenCall call = own.get();
        Contracts contracts = policies.begunWith(run.get().state().policyHash()).contracts();
        if (!contracts.judgesResults(call.call().tool())) {
            return Optional.empty();
        }
        Optional<Json> args = contracts.judgesByArguments(call.call().tool())
                ? stores.findPayload(input.runId(), call.proposalId()).map(Payload::args)
                : Optional.of(UNASKED);
        return args.map(known -> contracts.result(proposed(call, known), result, brought));
    }

    private static ProposedCall proposed(OpenCall call, Json args) {
        return new ProposedCall(
                call.call().tool(), call.call().kind(), args, call.call().operationId(), call.agentId(), call.turn());
    }

    private static RunCase told(RunCase input, ResultFacts facts, RunInput told) {
        RunCase.Extras extras = input.extras();
        return new RunCase(
                input.arrival(),
                input.runId(),
                input.kind(),
                told,
                extras.carrying(extras.carried().map(carried -> carried.told(facts)))
                        .saying(facts.fault().map(Told::of)));
    }

    /** Only rules look at what happened before. */
    private static RunFacts history(Contracts contracts, String runId, Optional<RunState> run, long atMs) {
        return run.filter(found -> !contracts.document().rules().isEmpty())
                .map(found -> RunFacts.of(found, atMs))
                .orElseGet(() ->
                        RunFacts.begin(runId, contracts.document().policy().ceilings()));
    }
}
