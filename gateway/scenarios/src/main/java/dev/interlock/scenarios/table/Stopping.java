package dev.interlock.scenarios.table;

import static dev.interlock.core.fact.StopScope.AGENT;
import static dev.interlock.core.fact.StopScope.ALL;
import static dev.interlock.core.fact.StopScope.RUN;
import static dev.interlock.core.fact.StopScope.TOOL;
import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.outcome.Reason.AGENT_STOPPED;
import static dev.interlock.core.outcome.Reason.ALL_STOPPED;
import static dev.interlock.core.outcome.Reason.OPERATOR_STOP;
import static dev.interlock.core.outcome.Reason.TOOL_STOPPED;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.begins;
import static dev.interlock.scenarios.Step.operatorLifts;
import static dev.interlock.scenarios.Step.operatorStops;

import dev.interlock.core.fact.StopScope;
import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;

/** An operator's stop while calls are in flight. */
final class Stopping {
    private static final int STILL_AT_WORK_MS = 5_000;

    private Stopping() {}

    static List<Scenario> rows() {
        return List.of(
                stopped("stop-of-a-run", "A stop of a run ends it; what was in flight is settled later", RUN, Actor.RUN)
                        .ends(STOPPED, OPERATOR_STOP),
                named("stop-of-a-tool")
                        .titled("A stopped tool is not called again, and the run that wants it ends")
                        .when(
                                begins(transfer("wire-money")),
                                operatorStops(TOOL, "wire-money"),
                                write("wire-money", "transfer-2").isDenied(TOOL_STOPPED),
                                operatorLifts(TOOL, "wire-money"))
                        .ends(STOPPED, TOOL_STOPPED)
                        .executes(1)
                        .leaves("transfer-1", COMMITTED),
                stopped("stop-of-an-agent", "A stop of an agent ends its runs", AGENT, Actor.AGENT)
                        .ends(STOPPED, AGENT_STOPPED),
                stopped("stop-of-everything", "A stop of everything ends every run, until it is lifted", ALL, "")
                        .ends(STOPPED, ALL_STOPPED));
    }

    private static Scenario stopped(String name, String title, StopScope scope, String id) {
        return named(name)
                .titled(title)
                .when(
                        begins(read("slow-lookup").endsTheRun(ok().revision(1).after(STILL_AT_WORK_MS))),
                        begins(transfer("transfer")),
                        operatorStops(scope, id),
                        write("transfer", "transfer-2").findsTheRunEnded(),
                        operatorLifts(scope, id))
                .executes(2)
                .leaves("transfer-1", COMMITTED);
    }

    private static ScriptedProposal transfer(String tool) {
        return write(tool, "transfer-1")
                .with("amount", 100)
                .endsTheRun(ok().revision(1).after(STILL_AT_WORK_MS));
    }
}
