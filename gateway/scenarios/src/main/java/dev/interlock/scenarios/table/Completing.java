package dev.interlock.scenarios.table;

import static dev.interlock.core.outcome.Reason.CALL_BUDGET;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.model;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.begins;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.hitsFrameworkLimit;

import dev.interlock.scenarios.Scenario;
import java.util.List;

/** What completes a run, and what does not. */
final class Completing {
    private Completing() {}

    static List<Scenario> rows() {
        return List.of(
                named("validated-completion")
                        .titled("A run is completed when its evidence says that the task is done")
                        .when(
                                read("find-order").with("order", 17).gets(ok().revision(1)),
                                model("writer")
                                        .with("prompt", "answer the customer")
                                        .gets(ok().revision(2)),
                                write("send-reply", "reply-17")
                                        .gets(ok().revision(3).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(3),
                named("done-on-the-last-permitted-call")
                        .titled("Done on the last permitted call completes the run")
                        .under(strict().set("ceilings.calls", 3))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).gets(ok().revision(3).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(3),
                named("ended-at-the-cap-without-done")
                        .titled("A run that ends at its cap without being done is not completed")
                        .under(strict().set("ceilings.calls", 3))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).gets(ok().revision(3)),
                                read("page").with("n", 4).isDenied(CALL_BUDGET))
                        .ends(STOPPED, CALL_BUDGET)
                        .executes(3),
                named("finish-without-done")
                        .titled("A finish without validated done is partial, with the last good result")
                        .when(
                                read("draft")
                                        .with("part", 1)
                                        .gets(ok().revision(1).value("first part")),
                                read("draft")
                                        .with("part", 2)
                                        .gets(ok().revision(2).value("second part")),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2)
                        .keepsLastGood("p2"),
                named("finish-from-a-framework-limit")
                        .titled("A framework's own limit never completes a run, even if done comes in after it")
                        .when(
                                read("draft").with("part", 1).gets(ok().revision(1)),
                                begins(read("draft")
                                        .with("part", 2)
                                        .gets(ok().revision(2).done().after(1_000))),
                                hitsFrameworkLimit())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2)
                        .keepsLastGood("p2"));
    }
}
