package dev.interlock.scenarios;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call an agent proposes, what its tool does when it is executed, and what the agent must be told.
 *
 * @param label names it within the scenario; also its proposal id
 * @param actor who proposes
 * @param call the call
 * @param behaviours what the tool does with the first execution, the second, ...; the last one for all further
 * @param findings what it finds when it is asked what became of an execution, the first time, the second, ...; the last
 *     one for all further
 * @param expected what the agent must be told
 * @param insists whether the agent proposes anew as long as another run holds the operation
 */
public record ScriptedProposal(
        String label,
        Actor actor,
        ScriptedCall call,
        List<Behaviour> behaviours,
        List<Behaviour> findings,
        Reply expected,
        boolean insists)
        implements Step {
    public ScriptedProposal {
        behaviours = List.copyOf(behaviours);
        findings = List.copyOf(findings);
    }

    /** A read. */
    public static ScriptedProposal read(String tool) {
        return of(new ScriptedCall(Kind.READ, tool, Map.of(), Optional.empty()));
    }

    /** A paid model call. */
    public static ScriptedProposal model(String name) {
        return of(new ScriptedCall(Kind.MODEL, name, Map.of(), Optional.empty()));
    }

    /** A write under an operation id, which is unique within the scenario. */
    public static ScriptedProposal write(String tool, String operationId) {
        return of(new ScriptedCall(Kind.WRITE, tool, Map.of(), Optional.of(operationId)));
    }

    /** A write without an operation id. */
    public static ScriptedProposal writeWithoutOperation(String tool) {
        return of(new ScriptedCall(Kind.WRITE, tool, Map.of(), Optional.empty()));
    }

    private static ScriptedProposal of(ScriptedCall call) {
        return new ScriptedProposal("", Actor.ONLY, call, List.of(), List.of(), Reply.of(Reply.Type.TERMINAL), false);
    }

    /** The same with one more argument. */
    public ScriptedProposal with(String name, Object value) {
        return calling(call.withArg(name, value));
    }

    /** The same in another run of the scenario. */
    public ScriptedProposal inRun(String run) {
        return by(actor.inRun(run));
    }

    /** The same by another agent. */
    public ScriptedProposal by(String agent) {
        return by(actor.named(agent));
    }

    /** The same as the first of an agent after another handed over to it. */
    public ScriptedProposal takingOverFrom(String agent) {
        return by(actor.takingOverFrom(agent));
    }

    /** The same, saying that an operation triggered its run. */
    public ScriptedProposal triggeredBy(String operation) {
        return by(actor.triggeredBy(operation));
    }

    /** It is executed so, and the agent is told the result. */
    public ScriptedProposal gets(Behaviour... executions) {
        return executed(List.of(executions)).told(Reply.of(Reply.Type.RESULT));
    }

    /** It is executed so, and all the agent is told is that its run ended. */
    public ScriptedProposal endsTheRun(Behaviour... executions) {
        return executed(List.of(executions)).told(Reply.of(Reply.Type.TERMINAL));
    }

    /** A person is asked; once that person approved, it is executed so. */
    public ScriptedProposal waitsForApproval(Behaviour... executions) {
        return executed(List.of(executions)).told(new Reply(Reply.Type.PAUSED, Optional.of(Reason.APPROVAL_REQUIRED)));
    }

    /** It is not executed. */
    public ScriptedProposal isDenied(Reason reason) {
        return told(Reply.denied(reason));
    }

    /** It is not executed; the agent is told the result of an earlier execution. */
    public ScriptedProposal isReplayed() {
        return told(Reply.of(Reply.Type.REPLAYED));
    }

    /** It is not executed: the run had ended. */
    public ScriptedProposal findsTheRunEnded() {
        return told(Reply.of(Reply.Type.TERMINAL));
    }

    /** Proposed anew as long as another run holds the operation; only one of those that insist is executed. */
    public ScriptedProposal insisting() {
        return new ScriptedProposal(label, actor, call, behaviours, findings, expected, true);
    }

    /** Asked what became of an execution that was not answered for, the tool finds this. */
    public ScriptedProposal whenAsked(Behaviour... found) {
        return new ScriptedProposal(label, actor, call, behaviours, List.of(found), expected, insists);
    }

    /** The result comes with a reason why it was not enough. */
    public ScriptedProposal because(Reason reason) {
        return told(new Reply(expected.type(), Optional.of(reason)));
    }

    /** The label of the proposal that was sent under an id: an agent that insists sends several. */
    public static String labelOf(String proposalId) {
        return proposalId.substring(0, (proposalId + ".").indexOf('.'));
    }

    /** What the tool does with the nth execution, from 1. */
    public Behaviour behaviour(int execution) {
        return nth(behaviours, execution, "executed");
    }

    /** What the tool finds when it is asked the nth time, from 1. */
    public Behaviour finding(int question) {
        return nth(findings, question, "asked about");
    }

    private Behaviour nth(List<Behaviour> scripted, int number, String what) {
        if (scripted.isEmpty()) {
            throw new IllegalStateException(
                    label + " " + call + ": " + what + ", although the scenario says it is not");
        }
        return scripted.get(Math.min(number, scripted.size()) - 1);
    }

    ScriptedProposal labelled(String name) {
        return new ScriptedProposal(name, actor, call, behaviours, findings, expected, insists);
    }

    ScriptedProposal calling(ScriptedCall other) {
        return new ScriptedProposal(label, actor, other, behaviours, findings, expected, insists);
    }

    private ScriptedProposal by(Actor other) {
        return new ScriptedProposal(label, other, call, behaviours, findings, expected, insists);
    }

    private ScriptedProposal executed(List<Behaviour> executions) {
        return new ScriptedProposal(label, actor, call, executions, findings, expected, insists);
    }

    private ScriptedProposal told(Reply reply) {
        return new ScriptedProposal(label, actor, call, behaviours, findings, reply, insists);
    }
}
