package dev.interlock.scenarios;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Ceiling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One thing that happens in a scenario. The next begins when it is over. */
public sealed interface Step
        permits ScriptedProposal,
                Step.Together,
                Step.Persist,
                Step.Begin,
                Step.Finish,
                Step.Resend,
                Step.Reword,
                Step.Pause,
                Step.Halt,
                Step.Lift,
                Step.Answer,
                Step.Raise,
                Step.GoOn,
                Step.Settle,
                Step.RestartGateway {

    /**
     * Parallel calls: all are proposed, those of one agent in one turn, and then all answers are awaited.
     *
     * @param calls the calls, in the order they are proposed
     */
    record Together(List<ScriptedProposal> calls) implements Step {
        public Together {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A stubborn agent: it makes one call after the other, whatever it is told, until its run has ended.
     *
     * @param calls what it would go on to try
     */
    record Persist(List<ScriptedProposal> calls) implements Step {
        public Persist {
            calls = List.copyOf(calls);
        }
    }

    /** A call whose tool is at work when the next step begins; its answer is not awaited. */
    record Begin(ScriptedProposal call) implements Step {}

    /**
     * An agent asks to end its run.
     *
     * @param actor who asks
     * @param cause agent, framework_limit or error
     */
    record Finish(Actor actor, String cause) implements Step {}

    /**
     * A proposal is sent again as it was. Its answer must be the same each time.
     *
     * @param label the proposal
     * @param times how often
     */
    record Resend(String label, int times) implements Step {}

    /**
     * Another call is sent under a proposal id that was used.
     *
     * @param label the proposal whose id is used again
     * @param arg the argument that differs
     * @param value its other value
     */
    record Reword(String label, String arg, Object value) implements Step {}

    /** Nothing happens for some milliseconds. */
    record Pause(long ms) implements Step {}

    /**
     * An operator stops something. The next step begins when that is in force everywhere.
     *
     * @param scope what kind of thing
     * @param id the run or agent by its name in the scenario, the tool by its name; empty for all
     */
    record Halt(StopScope scope, String id) implements Step {}

    /** An operator lifts a stop. */
    record Lift(StopScope scope, String id) implements Step {}

    /**
     * A person says something about the held call of a proposal.
     *
     * @param label a proposal that waits for it
     * @param says what
     * @param expected what the agent must be told about the proposal because of it; empty when it goes on waiting, or
     *     when its run ended before
     */
    record Answer(String label, Says says, Optional<Reply> expected) implements Step {}

    /** What a person can say about a held call. */
    enum Says {
        APPROVED,
        /** Approved, but what that person saw was another call. */
        APPROVED_ANOTHER,
        REJECTED
    }

    /**
     * An operator raises a ceiling of a run. The next step begins when it is raised.
     *
     * @param run the run by its name in the scenario
     * @param ceiling the ceiling
     * @param amount how much is added
     */
    record Raise(String run, Ceiling ceiling, long amount) implements Step {}

    /**
     * An operator who looked at the system of record says what became of an unknown operation. The next step begins when
     * it is settled.
     *
     * @param operation the operation by its id in the scenario, which must be one whose state is expected
     * @param found committed or not committed
     */
    record Settle(String operation, Operation.State found) implements Step {}

    /**
     * An operator resumes a run that has ended. The next step begins when the run that goes on is there.
     *
     * @param run the ended run by its name in the scenario
     */
    record GoOn(String run) implements Step {}

    /** The gateway is killed and started again. */
    record RestartGateway() implements Step {}

    /** Parallel calls. */
    static Step together(ScriptedProposal... calls) {
        return new Together(List.of(calls));
    }

    /** A stubborn agent. */
    static Step keepsTrying(Stream<ScriptedProposal> calls) {
        return new Persist(calls.toList());
    }

    /** A call that is at work when the next step begins. */
    static Step begins(ScriptedProposal call) {
        return new Begin(call);
    }

    /** The agent of the only run thinks it is through. */
    static Step finishes() {
        return new Finish(Actor.ONLY, "agent");
    }

    /** The agent of a run thinks it is through. */
    static Step finishes(String run) {
        return new Finish(Actor.ONLY.inRun(run), "agent");
    }

    /** The agent's framework gives up. */
    static Step hitsFrameworkLimit() {
        return new Finish(Actor.ONLY, "framework_limit");
    }

    /** A proposal is sent again as it was. */
    static Step resends(String label, int times) {
        return new Resend(label, times);
    }

    /** Another call is sent under a proposal id that was used. */
    static Step rewords(String label, String arg, Object value) {
        return new Reword(label, arg, value);
    }

    /** Nothing happens. */
    static Step waits(long ms) {
        return new Pause(ms);
    }

    /** An operator stops something. */
    static Step operatorStops(StopScope scope, String id) {
        return new Halt(scope, id);
    }

    /** An operator lifts a stop. */
    static Step operatorLifts(StopScope scope, String id) {
        return new Lift(scope, id);
    }

    /** A person approves, and the call brings a result. */
    static Step approves(String label) {
        return new Answer(label, Says.APPROVED, Optional.of(Reply.of(Reply.Type.RESULT)));
    }

    /** A person approves, and the call is denied for another reason. */
    static Step approvesButDenied(String label, Reason reason) {
        return new Answer(label, Says.APPROVED, Optional.of(Reply.denied(reason)));
    }

    /** A person approves when the run has ended already. */
    static Step approvesTooLate(String label) {
        return new Answer(label, Says.APPROVED, Optional.empty());
    }

    /** A person approves the hold of a proposal, having seen another call. */
    static Step approvesAnother(String label) {
        return new Answer(label, Says.APPROVED_ANOTHER, Optional.empty());
    }

    /** A person rejects. */
    static Step rejects(String label) {
        return new Answer(label, Says.REJECTED, Optional.of(Reply.denied(Reason.APPROVAL_REJECTED)));
    }

    /** An operator raises a ceiling of the only run. */
    static Step operatorGrants(Ceiling ceiling, long amount) {
        return new Raise(Actor.RUN, ceiling, amount);
    }

    /** An operator says what became of an unknown operation. */
    static Step operatorSettles(String operation, Operation.State found) {
        return new Settle(operation, found);
    }

    /** An operator raises a ceiling of a run. */
    static Step operatorGrants(String run, Ceiling ceiling, long amount) {
        return new Raise(run, ceiling, amount);
    }

    /** An operator resumes the first run when it has ended. */
    static Step operatorResumes() {
        return new GoOn(Actor.RUN);
    }

    /** The gateway is killed and started again. */
    static Step gatewayRestarts() {
        return new RestartGateway();
    }

    /** The proposals made in this step, in order. */
    default List<ScriptedProposal> proposals() {
        return switch (this) {
            case ScriptedProposal proposal -> List.of(proposal);
            case Together together -> together.calls();
            case Persist persist -> persist.calls();
            case Begin begin -> List.of(begin.call());
            case Finish finish -> List.of();
            case Resend resend -> List.of();
            case Reword reword -> List.of();
            case Pause pause -> List.of();
            case Halt halt -> List.of();
            case Lift lift -> List.of();
            case Answer answer -> List.of();
            case Raise raise -> List.of();
            case GoOn goOn -> List.of();
            case Settle settle -> List.of();
            case RestartGateway restart -> List.of();
        };
    }
}
