package dev.interlock.scenarios.table;

import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.resends;
import static dev.interlock.scenarios.Step.rewords;

import dev.interlock.scenarios.Scenario;
import java.util.List;

/** Proposals that were asked before. */
final class Asking {
    private Asking() {}

    static List<Scenario> rows() {
        return List.of(
                named("resend-ten-times")
                        .titled("A proposal sent ten times more is executed once and answered alike each time")
                        .when(
                                write("pay", "invoice-9").with("amount", 100).gets(ok().revision(1)),
                                resends("p1", 10),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(1),
                named("resend-with-other-content")
                        .titled("A proposal id that is used again with other content is a conflict; the run goes on")
                        .when(
                                read("lookup").with("n", 1).gets(ok().revision(1)),
                                rewords("p1", "n", 2),
                                read("lookup")
                                        .with("n", 3)
                                        .gets(ok().revision(2).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2),
                named("ended-run-asked-again")
                        .titled("A run that has ended answers with its outcome, and nothing is executed")
                        .when(
                                read("lookup")
                                        .with("n", 1)
                                        .gets(ok().revision(1).done()),
                                read("lookup").with("n", 2).findsTheRunEnded(),
                                write("pay", "invoice-9").findsTheRunEnded(),
                                resends("p1", 1))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1));
    }
}
