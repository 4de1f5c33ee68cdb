package dev.interlock.scenarios.memory;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Moment;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunChange;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunFold;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Timer;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The run stage around the core: states, stored answers, timers. */
final class Runs {
    private final Contracting contracts;
    private final Policy policy;
    private final Gateway gateway;
    private final Map<String, RunState> states = new LinkedHashMap<>();
    private final Map<String, List<RunChange>> journal = new LinkedHashMap<>();
    private final Map<List<String>, String> contents = new HashMap<>();
    private final Map<List<String>, Outcome> answers = new HashMap<>();
    private final Map<String, Outcome> terminals = new HashMap<>();

    Runs(Scenario scenario, Gateway gateway) {
        this.contracts = new Contracting(scenario);
        this.policy = scenario.policy().policy();
        this.gateway = gateway;
    }

    void propose(World.Sent sent) {
        String run = sent.proposal().actor().run();
        Proposal proposal = contracts.proposal(
                sent, Optional.ofNullable(states.get(run)), gateway.agenda().nowMs());
        Optional<RunInput.Prior> prior = prior(run, proposal.proposalId());
        decide(run, new RunInput.Proposed(proposal, prior));
        remember(run, proposal.proposalId(), proposal.contentDigest());
    }

    /** An approval with what rules say of the held call by now. */
    RunInput.Approved approval(World.Sent sent, RunInput.Approved approved) {
        RunState run = states.get(sent.proposal().actor().run());
        return approved.against(contracts
                .proposal(sent, Optional.ofNullable(run), gateway.agenda().nowMs())
                .fault()
                .filter(fault -> fault.reason() == Reason.POLICY_BLOCKED));
    }

    void finished(String run, dev.interlock.core.run.Finish finish) {
        Optional<RunInput.Prior> prior = prior(run, finish.proposalId());
        decide(run, new RunInput.Finished(finish, prior));
        remember(run, finish.proposalId(), finish.contentDigest());
    }

    void answered(String run, Answer answer) {
        decide(run, new RunInput.Answered(contracts.answer(answer, Optional.ofNullable(states.get(run)))));
    }

    void decide(String run, RunInput input) {
        Moment moment = new Moment(
                run,
                policy,
                policy.name(),
                gateway.stops(),
                Optional.empty(),
                gateway.agenda().nowMs());
        RunDecision decision = RunDecider.decide(Optional.ofNullable(states.get(run)), input, moment);
        journal.computeIfAbsent(run, id -> new ArrayList<>()).addAll(decision.changes());
        keep(run, decision.after());
        decision.effects().forEach(effect -> perform(run, effect));
    }

    List<String> known() {
        return List.copyOf(states.keySet());
    }

    /** A run as it stands. */
    RunState state(String run) {
        return states.get(run);
    }

    /** Forgets all states and folds them again from the changes that were decided. */
    void restore() {
        states.clear();
        journal.forEach((run, changes) -> {
            Optional<RunState> state = Optional.empty();
            for (RunChange change : changes) {
                state = RunFold.apply(state, change);
            }
            keep(run, state);
        });
    }

    private void keep(String run, Optional<RunState> state) {
        state.ifPresentOrElse(s -> states.put(run, s), () -> states.remove(run));
    }

    private Optional<RunInput.Prior> prior(String run, String proposalId) {
        List<String> key = List.of(run, proposalId);
        return Optional.ofNullable(contents.get(key)).map(digest -> new RunInput.Prior(digest, told(answers.get(key))));
    }

    private static RunInput.Told told(Outcome answer) {
        if (answer == null) {
            return RunInput.Told.NOTHING;
        }
        return answer.type() == Outcome.Type.PAUSED ? RunInput.Told.PAUSED : RunInput.Told.FINAL;
    }

    private void remember(String run, String proposalId, String contentDigest) {
        if (states.containsKey(run)) {
            contents.putIfAbsent(List.of(run, proposalId), contentDigest);
        }
    }

    private void perform(String run, RunEffect effect) {
        switch (effect) {
            case RunEffect.Execute execute -> execute(run, execute.call());
            case RunEffect.Cancel cancel -> {}
            case RunEffect.Request request -> gateway.request(run, request);
            case RunEffect.AskAdmission asked -> gateway.askAdmission(run, asked);
            case RunEffect.Withdraw withdraw -> gateway.withdraw(run, withdraw.call());
            case RunEffect.Arm arm ->
                gateway.agenda()
                        .arm(name(run, arm.timer()), arm.atMs(), () -> decide(run, new RunInput.Due(arm.timer())));
            case RunEffect.Disarm disarm -> gateway.agenda().drop(name(run, disarm.timer()));
            case RunEffect.Publish publish -> publish(run, publish);
            case RunEffect.RepeatAnswer repeat ->
                gateway.publish(run, repeat.proposalId(), answers.get(List.of(run, repeat.proposalId())));
            case RunEffect.RepeatTerminal repeat -> gateway.publish(run, repeat.proposalId(), terminals.get(run));
            case RunEffect.Reject reject -> {}
            case RunEffect.BeginSuccessor begin -> gateway.beginSuccessor(begin.carryOver());
            case RunEffect.Forward forward -> gateway.reply(forward.successorId(), forward.answer());
            case RunEffect.DropPayload drop -> {}
            case RunEffect.KeepLastGood keep -> {}
            case RunEffect.Forget forget -> {}
        }
    }

    private void execute(String run, OpenCall call) {
        gateway.tools()
                .dispatch(
                        run,
                        call.proposalId(),
                        result -> decide(
                                run,
                                new RunInput.Reported(
                                        call.id(),
                                        call.attempt(),
                                        contracts.result(call, result),
                                        gateway.agenda().nowMs())));
    }

    private void publish(String run, RunEffect.Publish publish) {
        Outcome outcome = publish.outcome();
        if (outcome.type() == Outcome.Type.TERMINAL) {
            terminals.put(run, outcome);
        }
        if (publish.answers()) {
            outcome.proposalId().ifPresent(id -> answers.put(List.of(run, id), outcome));
        }
        gateway.publish(run, outcome.proposalId().orElse(""), outcome);
    }

    /** One of a kind and id is armed at a time, so the attempt is no part of the name. */
    private static List<String> name(String run, Timer timer) {
        return switch (timer) {
            case Timer.Deadline deadline -> List.of(run, "deadline");
            case Timer.Dispatch dispatch -> List.of(run, "dispatch", dispatch.dispatchId());
            case Timer.Hold hold -> List.of(run, "hold");
            case Timer.Stub stub -> List.of(run, "stub");
        };
    }
}
