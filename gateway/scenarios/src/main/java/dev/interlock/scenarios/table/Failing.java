package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.UNKNOWN;
import static dev.interlock.core.outcome.Reason.EXECUTOR_EXCEPTION;
import static dev.interlock.core.outcome.Reason.FATAL;
import static dev.interlock.core.outcome.Reason.INVALID_RESULT;
import static dev.interlock.core.outcome.Reason.NO_PROGRESS;
import static dev.interlock.core.outcome.Reason.PERMISSION_DENIED;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.UNKNOWN_COMMIT;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.fatal;
import static dev.interlock.scenarios.Behaviour.neverReturning;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.permissionDenied;
import static dev.interlock.scenarios.Behaviour.status;
import static dev.interlock.scenarios.Behaviour.throwing;
import static dev.interlock.scenarios.Behaviour.workerDying;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.balanced;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.finishes;

import dev.interlock.scenarios.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Tools that fail, throw, die or return nonsense. */
final class Failing {
    private static final int TIMEOUT_MS = 4_000;

    private Failing() {}

    static List<Scenario> rows() {
        return Stream.of(refusals(), exceptions(), silences(), nonsense())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Scenario> refusals() {
        return List.of(
                named("permission-error")
                        .titled("A permission error ends the run at once, without a retry")
                        .when(read("payroll").gets(permissionDenied()).because(PERMISSION_DENIED))
                        .ends(STOPPED, PERMISSION_DENIED)
                        .executes(1),
                named("fatal-read")
                        .titled("A fatal failure of a read ends the run")
                        .when(read("archive").gets(fatal()).because(FATAL))
                        .ends(STOPPED, FATAL)
                        .executes(1),
                named("fatal-write-with-unknown-effect")
                        .titled("A write that fails for good with an unknown effect needs reconciliation")
                        .when(write("charge-card", "charge-1").endsTheRun(fatal().effect("unknown")))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves("charge-1", UNKNOWN));
    }

    private static List<Scenario> exceptions() {
        return List.of(
                named("exception-in-a-read-strict")
                        .titled("An exception in a read ends a strict run")
                        .when(read("lookup").gets(throwing()).because(EXECUTOR_EXCEPTION))
                        .ends(STOPPED, EXECUTOR_EXCEPTION)
                        .executes(1),
                named("exception-in-a-read-balanced")
                        .titled("An exception in a read is told to a balanced run, which goes on")
                        .under(balanced())
                        .when(
                                read("lookup").gets(throwing()).because(EXECUTOR_EXCEPTION),
                                read("other-lookup").gets(ok().revision(1).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2),
                named("exception-in-a-write-strict")
                        .titled("An exception in a write leaves the operation unknown")
                        .when(write("charge-card", "charge-1").endsTheRun(throwing()))
                        .ends(NEEDS_RECONCILIATION, EXECUTOR_EXCEPTION)
                        .executes(1)
                        .leaves("charge-1", UNKNOWN),
                named("exception-in-a-write-balanced")
                        .titled("An exception in a write leaves the operation unknown under every policy")
                        .under(balanced())
                        .when(write("charge-card", "charge-1").endsTheRun(throwing()))
                        .ends(NEEDS_RECONCILIATION, EXECUTOR_EXCEPTION)
                        .executes(1)
                        .leaves("charge-1", UNKNOWN));
    }

    private static List<Scenario> silences() {
        return List.of(
                named("write-whose-worker-dies")
                        .titled("A write whose worker dies is unknown: it is neither failed nor tried again")
                        .under(strict().tool("charge-terminal", "timeout_ms", TIMEOUT_MS))
                        .when(write("charge-terminal", "charge-1").endsTheRun(workerDying()))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves("charge-1", UNKNOWN),
                named("tool-that-never-returns")
                        .titled("A tool that never returns is tried again, then the agent is told")
                        .under(strict().tool("crawl", "timeout_ms", TIMEOUT_MS)
                                .tool("crawl", "max_timeout_ms", TIMEOUT_MS))
                        .when(read("crawl").gets(neverReturning()), finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(3),
                named("tool-of-which-nothing-is-reported")
                        .titled("A tool of whose calls nobody reports what came of them is refused, not tried for ever")
                        .under(balanced()
                                .tool("plan", "timeout_ms", TIMEOUT_MS)
                                .tool("plan", "max_timeout_ms", TIMEOUT_MS)
                                .says("tools.plan.retry_on", List.of("transient"))
                                .says("repetition.unreported", 1)
                                .called("plan-unreported"))
                        .when(
                                read("plan").gets(neverReturning()),
                                read("plan").isDenied(NO_PROGRESS),
                                read("other").gets(ok().revision(1).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2),
                named("write-that-never-returns")
                        .titled("A write that never returns is unknown when its time is over")
                        .under(strict().tool("charge-card", "timeout_ms", TIMEOUT_MS)
                                .tool("charge-card", "max_timeout_ms", TIMEOUT_MS))
                        .when(write("charge-card", "charge-1").endsTheRun(neverReturning()))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves("charge-1", UNKNOWN));
    }

    private static List<Scenario> nonsense() {
        return List.of(
                named("empty-string")
                        .titled("An empty string from a tool that must return data is no result")
                        .under(strict().tool("search", "requires_data", true))
                        .when(read("search").gets(ok().revision(1).value("")).because(INVALID_RESULT))
                        .ends(STOPPED, INVALID_RESULT)
                        .executes(1),
                named("unknown-result-status")
                        .titled("A result with a status that is not in the contract is no result")
                        .when(read("foreign-search")
                                .gets(status("succeeded").revision(1))
                                .because(INVALID_RESULT))
                        .ends(STOPPED, INVALID_RESULT)
                        .executes(1));
    }
}
