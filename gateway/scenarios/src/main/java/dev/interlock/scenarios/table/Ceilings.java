package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.outcome.Reason.CALL_BUDGET;
import static dev.interlock.core.outcome.Reason.DEADLINE;
import static dev.interlock.core.outcome.Reason.HANDOFF_BUDGET;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.TURN_BUDGET;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.core.policy.Ceiling.CALLS;
import static dev.interlock.core.policy.Ceiling.WALL_CLOCK_MS;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.model;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.operatorGrants;
import static dev.interlock.scenarios.Step.waits;

import dev.interlock.scenarios.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Caps that are reached, each for its own reason. */
final class Ceilings {
    private static final int SHORT_RUN_MS = 6_000;
    private static final int TOO_LONG_MS = 8_000;

    private Ceilings() {}

    static List<Scenario> rows() {
        return Stream.of(counts(), times(), grants()).flatMap(List::stream).toList();
    }

    private static List<Scenario> counts() {
        return List.of(
                named("call-cap")
                        .titled("The call after the last permitted one is denied, and the run ends for it")
                        .under(strict().set("ceilings.calls", 2))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).isDenied(CALL_BUDGET))
                        .ends(STOPPED, CALL_BUDGET)
                        .executes(2),
                named("model-call-cap")
                        .titled("Paid model calls have a cap of their own")
                        .under(strict().set("ceilings.model_calls", 1))
                        .when(
                                model("writer").with("prompt", "a").gets(ok().revision(1)),
                                read("page").with("n", 1).gets(ok().revision(2)),
                                model("writer").with("prompt", "b").isDenied(CALL_BUDGET))
                        .ends(STOPPED, CALL_BUDGET)
                        .executes(2),
                named("last-word")
                        .titled("A run at its turn cap may still say what it has, by one call of a model")
                        .under(strict().set("ceilings.turns", 3).keepingALastTurn())
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).isDenied(TURN_BUDGET),
                                read("page").with("n", 4).isDenied(TURN_BUDGET),
                                model("writer").with("prompt", "what is known").gets(ok().revision(3)))
                        .ends(STOPPED, TURN_BUDGET)
                        .executes(3),
                named("turn-cap")
                        .titled("The turn after the last permitted one ends the run")
                        .under(strict().set("ceilings.turns", 2))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).isDenied(TURN_BUDGET))
                        .ends(STOPPED, TURN_BUDGET)
                        .executes(2));
    }

    private static List<Scenario> grants() {
        return List.of(
                named("granted-more-calls")
                        .titled("A run at its call cap goes on with what an operator grants, and with no call more")
                        .under(strict().set("ceilings.calls", 1).denies(CALL_BUDGET))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).isDenied(CALL_BUDGET),
                                operatorGrants(CALLS, 1),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).isDenied(CALL_BUDGET),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2),
                named("granted-more-time")
                        .titled("A run whose time is nearly over completes in the time an operator grants")
                        .under(strict().set("ceilings.wall_clock_ms", SHORT_RUN_MS))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                operatorGrants(WALL_CLOCK_MS, 60_000),
                                waits(TOO_LONG_MS),
                                read("page").with("n", 2).gets(ok().revision(2).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2));
    }

    private static List<Scenario> times() {
        return List.of(
                named("wall-clock-cap")
                        .titled("A run ends when its time is over, although nobody asks for anything")
                        .under(strict().set("ceilings.wall_clock_ms", SHORT_RUN_MS))
                        .when(read("page").with("n", 1).gets(ok().revision(1)), waits(TOO_LONG_MS))
                        .ends(STOPPED, DEADLINE)
                        .executes(1),
                named("deadline-passed-during-execution")
                        .titled("A run out of time during a write is stopped; the operation is committed")
                        .under(strict().set("ceilings.wall_clock_ms", SHORT_RUN_MS))
                        .when(write("ship-order", "order-17")
                                .endsTheRun(ok().revision(1).after(TOO_LONG_MS)))
                        .ends(STOPPED, DEADLINE)
                        .executes(1)
                        .leaves("order-17", COMMITTED),
                named("done-after-the-deadline")
                        .titled("Done after the deadline comes too late")
                        .under(strict().set("ceilings.wall_clock_ms", SHORT_RUN_MS))
                        .when(read("long-report")
                                .endsTheRun(ok().revision(1).done().after(TOO_LONG_MS)))
                        .ends(STOPPED, DEADLINE)
                        .executes(1),
                named("agents-hand-back-and-forth")
                        .titled("Sub-agents that hand back and forth share one run and its handoff cap")
                        .under(strict().set("ceilings.handoffs", 3))
                        .when(
                                read("plan").with("n", 1).by("planner").gets(ok().revision(1)),
                                read("work")
                                        .with("n", 2)
                                        .by("worker")
                                        .takingOverFrom("planner")
                                        .gets(ok().revision(2)),
                                read("plan")
                                        .with("n", 3)
                                        .by("planner")
                                        .takingOverFrom("worker")
                                        .gets(ok().revision(3)),
                                read("work")
                                        .with("n", 4)
                                        .by("worker")
                                        .takingOverFrom("planner")
                                        .gets(ok().revision(4)),
                                read("plan")
                                        .with("n", 5)
                                        .by("planner")
                                        .takingOverFrom("worker")
                                        .isDenied(HANDOFF_BUDGET))
                        .ends(STOPPED, HANDOFF_BUDGET)
                        .executes(4));
    }
}
