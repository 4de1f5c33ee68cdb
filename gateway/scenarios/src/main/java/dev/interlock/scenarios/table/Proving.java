package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.UNKNOWN;
import static dev.interlock.core.outcome.Reason.INVALID_EVIDENCE;
import static dev.interlock.core.outcome.Reason.RETRY_AFTER_COMMIT;
import static dev.interlock.core.outcome.Reason.UNKNOWN_COMMIT;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.retryable;
import static dev.interlock.scenarios.Behaviour.verifierThrowing;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.balanced;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.together;

import dev.interlock.core.operation.Operation;
import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Evidence that is missing, contradicts itself or does not prove what it should. */
final class Proving {
    private Proving() {}

    static List<Scenario> rows() {
        return Stream.of(verifiers(), effects(), revisions())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> verifiers() {
        return List.of(
                named("verifier-throws-in-a-read")
                        .titled("A read whose verifier throws has no evidence")
                        .when(read("lookup").gets(verifierThrowing()).because(INVALID_EVIDENCE))
                        .ends(STOPPED, INVALID_EVIDENCE)
                        .executes(1),
                named("verifier-throws-in-a-read-balanced")
                        .titled("A balanced run is told that a verifier threw, and goes on")
                        .under(balanced())
                        .when(
                                read("lookup").gets(verifierThrowing()).because(INVALID_EVIDENCE),
                                read("other-lookup").gets(ok().revision(1).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2),
                unproven("verifier-throws-in-a-write", "A write whose verifier throws is unknown", verifierThrowing())
                        .ends(NEEDS_RECONCILIATION, INVALID_EVIDENCE),
                unproven(
                                "verifier-throws-in-a-write-balanced",
                                "A write whose verifier throws is unknown under every policy",
                                verifierThrowing())
                        .under(balanced())
                        .ends(NEEDS_RECONCILIATION, INVALID_EVIDENCE));
    }

    private static List<Scenario> effects() {
        return List.of(
                named("retryable-write-that-committed")
                        .titled("A write that asks to be tried again although it was committed is not tried again")
                        .when(write("charge-card", "charge-1")
                                .gets(retryable().revision(1).effect("committed"))
                                .because(RETRY_AFTER_COMMIT))
                        .ends(NEEDS_RECONCILIATION, RETRY_AFTER_COMMIT)
                        .executes(1)
                        .leaves("charge-1", Operation.State.COMMITTED),
                unproven(
                                "retryable-write-not-proven-uncommitted",
                                "A write that asks to be tried again and is not proven uncommitted is unknown",
                                retryable().effect("unknown"))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT),
                unproven(
                                "write-reporting-no-effect",
                                "A write that reports no effect at all is unknown",
                                ok().revision(1).effect("none"))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT),
                named("done-without-ok")
                        .titled("Done with another status than ok is no evidence")
                        .when(read("lookup")
                                .gets(retryable().revision(1).done())
                                .because(INVALID_EVIDENCE))
                        .ends(STOPPED, INVALID_EVIDENCE)
                        .executes(1),
                unproven(
                                "done-without-committed",
                                "A write that is done and not committed is unknown",
                                ok().revision(1).done().effect("not_committed"))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT));
    }

    private static List<Scenario> revisions() {
        return List.of(
                named("regressing-revision")
                        .titled("A revision below the one that was current at dispatch is no evidence")
                        .when(
                                read("lookup").with("n", 1).gets(ok().revision(5)),
                                read("lookup")
                                        .with("n", 2)
                                        .gets(ok().revision(3))
                                        .because(INVALID_EVIDENCE))
                        .ends(STOPPED, INVALID_EVIDENCE)
                        .executes(2),
                named("revision-late-under-parallel-calls")
                        .titled("A lower revision that is only late under parallel calls is no regression")
                        .when(
                                together(
                                        read("lookup")
                                                .with("n", 1)
                                                .gets(ok().revision(1).after(2_000)),
                                        read("lookup").with("n", 2).gets(ok().revision(2))),
                                read("lookup")
                                        .with("n", 3)
                                        .gets(ok().revision(3).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(3),
                named("missing-revision")
                        .titled("Evidence without the revision that the policy counts is no evidence")
                        .when(read("lookup").gets(ok().withoutRevision()).because(INVALID_EVIDENCE))
                        .ends(STOPPED, INVALID_EVIDENCE)
                        .executes(1),
                named("read-reporting-an-effect")
                        .titled("A read that reports an effect is no evidence")
                        .when(read("lookup")
                                .gets(ok().revision(1).effect("committed"))
                                .because(INVALID_EVIDENCE))
                        .ends(STOPPED, INVALID_EVIDENCE)
                        .executes(1));
    }

    private static Scenario unproven(String name, String title, Behaviour behaviour) {
        return named(name)
                .titled(title)
                .when(write("charge-card", "charge-1").endsTheRun(behaviour))
                .executes(1)
                .leaves("charge-1", UNKNOWN);
    }
}
