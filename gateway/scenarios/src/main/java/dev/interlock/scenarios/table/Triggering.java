package dev.interlock.scenarios.table;

import static dev.interlock.core.fact.StopScope.CHAIN;
import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.outcome.Reason.CHAIN_ACTIVATIONS;
import static dev.interlock.core.outcome.Reason.CHAIN_DEPTH;
import static dev.interlock.core.outcome.Reason.CHAIN_STOPPED;
import static dev.interlock.core.outcome.Reason.INVALID_CALL;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.begins;
import static dev.interlock.scenarios.Step.operatorLifts;
import static dev.interlock.scenarios.Step.operatorStops;
import static dev.interlock.scenarios.Step.together;

import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScenarioPolicy;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.stream.Stream;

/** Runs that trigger each other. */
final class Triggering {
    private static final String DEPTH = "chains.depth";
    private static final String ACTIVATIONS = "chains.activations";
    private static final ScenarioPolicy SHALLOW = ScenarioPolicy.balanced().set(DEPTH, 2);
    private static final ScenarioPolicy FEW =
            ScenarioPolicy.strict().set(DEPTH, 20).set(ACTIVATIONS, 3);
    private static final int STILL_AT_WORK_MS = 5_000;

    private Triggering() {}

    static List<Scenario> rows() {
        return Stream.of(counted(), causes(), stopped()).flatMap(List::stream).toList();
    }

    private static List<Scenario> counted() {
        return List.of(flow(), mail(), branches());
    }

    private static Scenario flow() {
        return named("flow-started-by-its-own-row")
                .titled("A flow that writes a row and is started by that row ends at the depth of its chain")
                .under(SHALLOW)
                .when(
                        row("row-1").inRun("flow-1").gets(done()),
                        row("row-2").inRun("flow-2").triggeredBy("row-1").gets(done()),
                        row("row-3").inRun("flow-3").triggeredBy("row-2").gets(done()),
                        row("row-4").inRun("flow-4").triggeredBy("row-3").isDenied(CHAIN_DEPTH))
                .ends("flow-1", COMPLETED, VALIDATED_DONE)
                .ends("flow-2", COMPLETED, VALIDATED_DONE)
                .ends("flow-3", COMPLETED, VALIDATED_DONE)
                .ends("flow-4", STOPPED, CHAIN_DEPTH)
                .executes(3)
                .leaves("row-3", COMMITTED);
    }

    private static Scenario mail() {
        return named("mail-comes-back-through-its-own-trigger")
                .titled("A mail that comes back in through its own trigger is counted to the end, although each"
                        + " activation is a success")
                .under(FEW)
                .when(
                        mail("mail-1").inRun("sent-1").gets(done()),
                        mail("mail-2").inRun("sent-2").triggeredBy("mail-1").gets(done()),
                        mail("mail-3").inRun("sent-3").triggeredBy("mail-2").gets(done()),
                        mail("mail-4").inRun("sent-4").triggeredBy("mail-3").gets(done()),
                        mail("mail-5").inRun("sent-5").triggeredBy("mail-4").isDenied(CHAIN_ACTIVATIONS))
                .ends("sent-1", COMPLETED, VALIDATED_DONE)
                .ends("sent-2", COMPLETED, VALIDATED_DONE)
                .ends("sent-3", COMPLETED, VALIDATED_DONE)
                .ends("sent-4", COMPLETED, VALIDATED_DONE)
                .ends("sent-5", STOPPED, CHAIN_ACTIVATIONS)
                .executes(4)
                .leaves("mail-4", COMMITTED);
    }

    private static Scenario branches() {
        return named("branches-share-one-count")
                .titled("Branches of a chain are counted together: no branch begins a count of its own")
                .under(FEW.set(ACTIVATIONS, 2))
                .when(
                        row("row-1").inRun("trunk").gets(done()),
                        row("row-2").inRun("left").triggeredBy("row-1").gets(done()),
                        row("row-3").inRun("right").triggeredBy("row-1").gets(done()),
                        read("look").inRun("twig").triggeredBy("row-3").isDenied(CHAIN_ACTIVATIONS))
                .ends("trunk", COMPLETED, VALIDATED_DONE)
                .ends("left", COMPLETED, VALIDATED_DONE)
                .ends("right", COMPLETED, VALIDATED_DONE)
                .ends("twig", STOPPED, CHAIN_ACTIVATIONS)
                .executes(3);
    }

    private static List<Scenario> causes() {
        return List.of(
                named("triggered-by-nothing-known")
                        .titled("A run that names an operation nobody knows does nothing")
                        .when(read("look").triggeredBy("no-such-row").isDenied(INVALID_CALL))
                        .ends(STOPPED, INVALID_CALL),
                named("first-calls-wait-for-one-admission")
                        .titled("The parallel first calls of a triggered run are admitted once and all answered")
                        .under(FEW.set(ACTIVATIONS, 1))
                        .when(
                                row("row-1").inRun("flow-1").gets(done()),
                                together(
                                        read("look")
                                                .with("at", 1)
                                                .triggeredBy("row-1")
                                                .gets(ok().revision(1)),
                                        read("look")
                                                .with("at", 2)
                                                .triggeredBy("row-1")
                                                .gets(ok().revision(2)),
                                        read("look").with("at", 3).gets(ok().revision(3))),
                                read("look").with("at", 4).triggeredBy("row-1").gets(done().revision(4)))
                        .ends("flow-1", COMPLETED, VALIDATED_DONE)
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(5),
                named("one-cause-for-a-run")
                        .titled("A run cannot say later that another operation triggered it")
                        .when(
                                row("row-1").inRun("flow-1").gets(done()),
                                read("look").with("at", 1).gets(ok().revision(1)),
                                read("look").with("at", 2).triggeredBy("row-1").isDenied(INVALID_CALL))
                        .ends("flow-1", COMPLETED, VALIDATED_DONE)
                        .ends(STOPPED, INVALID_CALL)
                        .executes(2));
    }

    private static List<Scenario> stopped() {
        return List.of(named("stop-of-a-chain")
                .titled("A stop of a chain ends its runs, and those it still triggers, and no others")
                .when(
                        row("row-1").inRun("flow-1").gets(done()),
                        begins(row("row-2")
                                .inRun("flow-2")
                                .triggeredBy("row-1")
                                .endsTheRun(done().after(STILL_AT_WORK_MS))),
                        operatorStops(CHAIN, "row-1"),
                        row("row-3").inRun("flow-3").triggeredBy("row-2").isDenied(CHAIN_STOPPED),
                        row("row-4").inRun("other").gets(done()),
                        operatorLifts(CHAIN, "row-1"),
                        row("row-5").inRun("flow-5").triggeredBy("row-1").gets(done()))
                .ends("flow-1", COMPLETED, VALIDATED_DONE)
                .ends("flow-2", STOPPED, CHAIN_STOPPED)
                .ends("flow-3", STOPPED, CHAIN_STOPPED)
                .ends("other", COMPLETED, VALIDATED_DONE)
                .ends("flow-5", COMPLETED, VALIDATED_DONE)
                .executes(4)
                .leaves("row-2", COMMITTED));
    }

    private static ScriptedProposal row(String id) {
        return write("write-row", id).with("row", id);
    }

    private static ScriptedProposal mail(String id) {
        return write("send-mail", id).with("mail", id);
    }

    private static Behaviour done() {
        return ok().revision(1).done();
    }
}
