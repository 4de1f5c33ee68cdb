package dev.interlock.scenarios.table;

import static dev.interlock.core.fact.StopScope.RUN;
import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.outcome.Reason.APPROVAL_EXPIRED;
import static dev.interlock.core.outcome.Reason.APPROVAL_REJECTED;
import static dev.interlock.core.outcome.Reason.OPERATION_CONFLICT;
import static dev.interlock.core.outcome.Reason.OPERATOR_STOP;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_HUMAN;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.approves;
import static dev.interlock.scenarios.Step.approvesAnother;
import static dev.interlock.scenarios.Step.approvesButDenied;
import static dev.interlock.scenarios.Step.approvesTooLate;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.gatewayRestarts;
import static dev.interlock.scenarios.Step.operatorLifts;
import static dev.interlock.scenarios.Step.operatorStops;
import static dev.interlock.scenarios.Step.rejects;

import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScenarioPolicy;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.stream.Stream;

/** Calls that a person must approve, and what went wrong with approvals elsewhere. */
final class Approving {
    private static final String TOOL = "refund-customer";
    private static final ScenarioPolicy ASKS = ScenarioPolicy.strict().asksFor(TOOL);
    private static final String OTHER = "other-run";
    private static final long BRIEF_MS = 2_000;

    private Approving() {}

    static List<Scenario> rows() {
        return Stream.of(answers(), bound(), lasting()).flatMap(List::stream).toList();
    }

    private static List<Scenario> answers() {
        return List.of(
                row("approved-call-runs-once", "A call that a person approved is executed once")
                        .when(refund(30).waitsForApproval(last()), approves("p1"))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1)
                        .leaves("refund-1", COMMITTED),
                row("rejected-call-ends-the-run", "A call that a person rejected is not executed, and its run ends")
                        .when(refund(30).waitsForApproval(), rejects("p1"))
                        .ends(NEEDS_HUMAN, APPROVAL_REJECTED),
                row(
                                "expiry-is-no-rejection",
                                "A call that nobody answers for is denied, and nobody is said to have denied it")
                        .under(ScenarioPolicy.strict()
                                .set("horizons.hold_ms", BRIEF_MS)
                                .asksFor(TOOL))
                        .when(refund(30).waitsForApproval())
                        .ends(NEEDS_HUMAN, APPROVAL_EXPIRED));
    }

    private static List<Scenario> bound() {
        return List.of(
                row("approval-of-one-call-is-not-of-the-next", "A later call of the same tool is asked about again")
                        .when(
                                refund(30).waitsForApproval(ok().revision(1)),
                                approves("p1"),
                                write(TOOL, "refund-2").with("amount", 30).waitsForApproval(),
                                rejects("p2"))
                        .ends(NEEDS_HUMAN, APPROVAL_REJECTED)
                        .executes(1),
                row(
                                "retries-join-one-request",
                                "A held call that is proposed again waits for the same answer, and gets it")
                        .when(
                                refund(30).waitsForApproval(last()),
                                refund(30).waitsForApproval(),
                                refund(30).waitsForApproval(),
                                approves("p3"))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1),
                row("arguments-shown-are-those-that-run", "An approval is for the arguments shown and for no others")
                        .when(
                                refund(30).waitsForApproval(ok().revision(1)),
                                write(TOOL, "refund-2").with("amount", 3_000).waitsForApproval(),
                                approves("p1"),
                                write(TOOL, "refund-2").with("amount", 3_000).waitsForApproval(),
                                rejects("p3"))
                        .ends(NEEDS_HUMAN, APPROVAL_REJECTED)
                        .executes(1),
                row(
                                "mismatch-burns-no-approval",
                                "An approval of another call starts nothing and leaves the right one to be given")
                        .when(refund(30).waitsForApproval(last()), approvesAnother("p1"), approves("p1"))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1));
    }

    private static List<Scenario> lasting() {
        return List.of(
                row("held-call-outlives-a-restart", "A call held when the gateway dies is approved when it is back")
                        .when(refund(30).waitsForApproval(last()), gatewayRestarts(), approves("p1"))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1),
                row("approval-after-a-stop", "An approval after a stop starts nothing, even when the stop is lifted")
                        .when(
                                refund(30).waitsForApproval(),
                                operatorStops(RUN, Actor.RUN),
                                approvesTooLate("p1"),
                                operatorLifts(RUN, Actor.RUN),
                                approvesTooLate("p1"))
                        .ends(STOPPED, OPERATOR_STOP),
                row(
                                "approved-then-refused",
                                "An approval whose call is refused by another run's operation is not used up")
                        .under(ASKS.denies(OPERATION_CONFLICT))
                        .when(
                                refund(50).inRun(OTHER).waitsForApproval(ok().revision(1)),
                                approves("p1"),
                                refund(30).waitsForApproval(),
                                approvesButDenied("p2", OPERATION_CONFLICT),
                                refund(30).isDenied(OPERATION_CONFLICT),
                                finishes(),
                                finishes(OTHER))
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .ends(OTHER, PARTIAL, PLAN_EXHAUSTED)
                        .executes(1));
    }

    private static Scenario row(String name, String title) {
        return named(name).titled(title).under(ASKS);
    }

    private static ScriptedProposal refund(int amount) {
        return write(TOOL, "refund-1").with("amount", amount);
    }

    private static Behaviour last() {
        return ok().revision(1).done();
    }
}
