package dev.interlock.scenarios;

import dev.interlock.core.outcome.Reason;
import dev.interlock.scenarios.World.Sent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays a scenario in a world, step by step, and notes what comes out otherwise than expected. */
public final class Director {
    /** How often an agent that insists proposes, and how long it waits in between: together the bound of its patience. */
    private static final int TRIES = 50;

    private static final long BETWEEN_TRIES_MS = 200;

    private final Scenario scenario;
    private final World world;
    private final Map<List<String>, Integer> turns = new HashMap<>();
    private final Map<String, Sent> sent = new HashMap<>();
    private final Map<String, Reply> replies = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private int finishes;

    /** A director for one scenario, to be played once. */
    public Director(Scenario scenario, World world) {
        this.scenario = scenario;
        this.world = world;
    }

    /** Plays all steps, waits for all ends and compares. */
    public Report play() {
        long began = System.nanoTime();
        scenario.steps().forEach(this::perform);
        Map<String, RunEnd> ends = new LinkedHashMap<>();
        scenario.runs().forEach(run -> ends.put(run, world.awaitEnd(run)));
        World.Tally tally = world.tally();
        compare(ends, tally);
        return new Report(scenario, ends, tally, differences, (System.nanoTime() - began) / 1_000_000);
    }

    private void perform(Step step) {
        switch (step) {
            case ScriptedProposal proposal -> check(proposal, proposeAndWait(proposal));
            case Step.Together together -> together(together.calls());
            case Step.Persist persist -> persist(persist.calls());
            case Step.Begin begin -> world.awaitExecution(send(begin.call(), nextTurn(begin.call())));
            case Step.Finish finish -> world.finish("finish" + ++finishes, finish.actor(), finish.cause());
            case Step.Resend resend -> resend(resend);
            case Step.Reword reword -> reword(reword);
            case Step.Pause pause -> world.pause(pause.ms());
            case Step.Halt halt -> world.stop(halt.scope(), halt.id());
            case Step.Lift lift -> world.lift(lift.scope(), lift.id());
            case Step.Answer answer -> answer(answer);
            case Step.Raise raise -> world.grant(raise.run(), raise.ceiling(), raise.amount());
            case Step.Settle settle -> world.settle(settle.operation(), settle.found());
            case Step.GoOn goOn -> world.resume(goOn.run());
            case Step.RestartGateway restart -> world.restartGateway();
        }
    }

    private Reply proposeAndWait(ScriptedProposal proposal) {
        return answer(send(proposal, nextTurn(proposal)));
    }

    /** Waits for the answer; an agent that insists proposes anew as long as another run holds the operation. */
    private Reply answer(Sent first) {
        Reply held = Reply.denied(Reason.OPERATION_IN_FLIGHT);
        Reply reply = world.reply(first);
        for (int tries = 2; first.proposal().insists() && reply.equals(held) && tries <= TRIES; tries++) {
            world.pause(BETWEEN_TRIES_MS);
            Sent again = new Sent(first.proposalId() + "." + tries, first.turn(), first.proposal());
            world.propose(again);
            reply = world.reply(again);
        }
        return reply;
    }

    private void together(List<ScriptedProposal> calls) {
        Map<List<String>, Integer> shared = new HashMap<>();
        calls.forEach(p -> shared.computeIfAbsent(agent(p), key -> nextTurn(p)));
        calls.forEach(p -> send(p, shared.get(agent(p))));
        calls.forEach(p -> check(p, answer(sent.get(p.label()))));
    }

    private void persist(List<ScriptedProposal> calls) {
        for (ScriptedProposal call : calls) {
            if (world.hasEnded(call.actor().run())) {
                return;
            }
            replies.put(call.label(), proposeAndWait(call));
        }
        differences.add("the agent came to the end of its " + calls.size() + " calls before its run ended");
    }

    private void resend(Step.Resend resend) {
        for (int i = 0; i < resend.times(); i++) {
            Sent again = sent.get(resend.label());
            world.propose(again);
            expect(resend.label() + " sent again", replies.get(resend.label()), world.reply(again));
        }
    }

    private void reword(Step.Reword reword) {
        Sent first = sent.get(reword.label());
        ScriptedCall other = first.proposal().call().withArg(reword.arg(), reword.value());
        Sent reused =
                new Sent(first.proposalId(), first.turn(), first.proposal().calling(other));
        world.propose(reused);
        expect(reword.label() + " with other content", Reply.denied(Reason.PROPOSAL_CONFLICT), world.reply(reused));
    }

    private void answer(Step.Answer answer) {
        Sent paused = sent.get(answer.label());
        world.answer(paused, answer.says());
        answer.expected()
                .ifPresent(reply -> expect(answer.label() + " after the answer", reply, world.replyAfterPause(paused)));
    }

    private Sent send(ScriptedProposal proposal, int turn) {
        Sent sending = new Sent(proposal.label(), turn, proposal);
        sent.put(proposal.label(), sending);
        world.propose(sending);
        return sending;
    }

    private int nextTurn(ScriptedProposal proposal) {
        return turns.merge(agent(proposal), 1, Integer::sum);
    }

    private static List<String> agent(ScriptedProposal proposal) {
        return List.of(proposal.actor().run(), proposal.actor().agent());
    }

    private void check(ScriptedProposal proposal, Reply reply) {
        replies.put(proposal.label(), reply);
        boolean otherRunWasFirst = proposal.insists() && reply.type() == Reply.Type.REPLAYED;
        if (!otherRunWasFirst) {
            expect(proposal.label() + " " + proposal.call(), proposal.expected(), reply);
        }
    }

    private void compare(Map<String, RunEnd> ends, World.Tally tally) {
        Expectation expected = scenario.expected();
        ends.forEach((run, end) -> differ("end of " + run, expected.ends().get(run), end.conclusion()));
        differ("executions", expected.executions(), tally.executions());
        differ("dispatches", expected.dispatches(), tally.dispatches());
        expected.operations().forEach((id, state) -> {
            String found = world.operation(id, state).map(Enum::name).orElse("absent");
            differ("operation " + id, state.name(), found);
        });
        expected.lastGood()
                .ifPresent(label -> differ(
                        "last good result",
                        label,
                        ends.get(Actor.RUN).lastGood().orElse("none")));
    }

    private void expect(String what, Reply expected, Reply observed) {
        if (!expected.allows(observed)) {
            differences.add(what + ": expected " + expected + ", was " + observed);
        }
    }

    private void differ(String what, Object expected, Object observed) {
        if (!observed.equals(expected)) {
            differences.add(what + ": expected " + expected + ", was " + observed);
        }
    }
}
