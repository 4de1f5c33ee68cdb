package dev.interlock.scenarios.table;

import static dev.interlock.core.outcome.Reason.RETRY_BUDGET;
import static dev.interlock.core.outcome.Reason.SAME_CALL;
import static dev.interlock.core.outcome.Reason.SAME_FAILURE;
import static dev.interlock.core.outcome.Reason.SHORT_CYCLE;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.retryable;
import static dev.interlock.scenarios.Behaviour.wrong;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.articleC;
import static dev.interlock.scenarios.ScenarioPolicy.articleD;
import static dev.interlock.scenarios.ScenarioPolicy.balanced;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;

import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.stream.Stream;

/** The same again. */
final class Repeating {
    private Repeating() {}

    static List<Scenario> rows() {
        return Stream.of(calls(), failures()).flatMap(List::stream).toList();
    }

    private static List<Scenario> calls() {
        return List.of(
                named("third-identical-call")
                        .titled("The third identical call is stopped before it is executed")
                        .when(status().gets(ok()), status().gets(ok()), status().isDenied(SAME_CALL))
                        .ends(STOPPED, SAME_CALL)
                        .executes(2),
                named("third-identical-call-in-a-row")
                        .titled("The third identical call in a row is stopped; another call starts the count again")
                        .under(articleD())
                        .when(
                                status().gets(ok()),
                                status().gets(ok()),
                                other().gets(ok()),
                                status().gets(ok()),
                                status().gets(ok()),
                                status().isDenied(SAME_CALL))
                        .ends(STOPPED, SAME_CALL)
                        .executes(5),
                named("third-identical-call-anywhere-in-the-run")
                        .titled("The third identical call is stopped wherever in the run the other two were")
                        .under(articleC())
                        .when(
                                status().gets(ok().revision(1)),
                                other().gets(ok().revision(2)),
                                status().gets(ok().revision(3)),
                                read("details").gets(ok().revision(4)),
                                status().isDenied(SAME_CALL))
                        .ends(STOPPED, SAME_CALL)
                        .executes(4),
                named("a-b-a-b")
                        .titled("Two calls in turn are stopped at the fourth")
                        .under(strict().set("repetition.idle", 6))
                        .when(
                                status().gets(ok()),
                                other().gets(ok()),
                                status().gets(ok()),
                                other().isDenied(SHORT_CYCLE))
                        .ends(STOPPED, SHORT_CYCLE)
                        .executes(3));
    }

    private static List<Scenario> failures() {
        return List.of(
                named("three-attempts")
                        .titled("With max_retries: 2 a call is attempted three times")
                        .under(balanced().tool("status", "max_retries", 2).stops(RETRY_BUDGET))
                        .when(
                                status().gets(retryable()),
                                status().gets(retryable()),
                                status().gets(retryable()),
                                status().isDenied(RETRY_BUDGET))
                        .ends(STOPPED, RETRY_BUDGET)
                        .executes(3),
                named("same-failure-whatever-the-arguments")
                        .titled("A tool that failed alike five times is not called with yet other arguments")
                        .under(balanced().stops(SAME_FAILURE))
                        .when(
                                wrongPath(1),
                                wrongPath(2),
                                wrongPath(3),
                                wrongPath(4),
                                wrongPath(5),
                                read("read-file").with("path", 6).isDenied(SAME_FAILURE))
                        .ends(STOPPED, SAME_FAILURE)
                        .executes(5));
    }

    private static ScriptedProposal status() {
        return read("status").with("job", 7);
    }

    private static ScriptedProposal other() {
        return read("log").with("job", 7);
    }

    private static ScriptedProposal wrongPath(int path) {
        return read("read-file").with("path", path).gets(wrong("no_such_file"));
    }
}
