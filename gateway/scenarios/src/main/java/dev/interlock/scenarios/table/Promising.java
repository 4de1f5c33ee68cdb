package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.outcome.Reason.INVALID_ARGUMENTS;
import static dev.interlock.core.outcome.Reason.INVALID_RESULT;
import static dev.interlock.core.outcome.Reason.OPERATION_CONFLICT;
import static dev.interlock.core.outcome.Reason.PAGE_CYCLE;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.POLICY_BLOCKED;
import static dev.interlock.core.outcome.Reason.POLL_LIMIT;
import static dev.interlock.core.outcome.Reason.RETRY_AFTER_COMMIT;
import static dev.interlock.core.outcome.Reason.SAME_CALL;
import static dev.interlock.core.outcome.Reason.SAME_FAILURE;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.wrong;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.balanced;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.ScriptedProposal.writeWithoutOperation;
import static dev.interlock.scenarios.Step.approves;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.together;

import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Own;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScenarioPolicy;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the contracts of tools promise, and what rules say of calls. */
final class Promising {
    private static final String OTHER = "other-run";
    private static final Map<String, Object> REFUSAL =
            Map.of("when", "value.success == false", "class", "permanent", "code", "refused");

    /** Reads: what their arguments look like, when they failed, what is still to come, and where their pages are. */
    private static final ScenarioPolicy READS = balanced()
            .says(
                    "tools.search.args_schema",
                    Map.of(
                            "type",
                            "object",
                            "properties",
                            Map.of("query", Map.of("type", "string")),
                            "required",
                            List.of("query"),
                            "additionalProperties",
                            false))
            .says("tools.search.required_data", List.of("/hits"))
            .says("tools.status.volatile_result", List.of("/at"))
            .says("tools.reserve.failure", REFUSAL)
            .says("tools.job.pending", "value.state == 'running'")
            .says("tools.job.poll", Map.of("most", 6, "every_ms", 0, "within_ms", 600_000))
            .says("tools.list.cursor", "/cursor")
            .says("tools.list.records", "/items")
            .says("tools.list.page", Map.of("most", 20))
            .stops(SAME_FAILURE)
            .called("reads-promise");

    private static final ScenarioPolicy WRITES = balanced()
            .says("tools.order.identity", List.of("/order"))
            .says("tools.book.failure", REFUSAL)
            .called("writes-promise");

    private static final ScenarioPolicy RULES = balanced()
            .says(
                    "rules",
                    List.of(
                            rule("check-first", "call.tool == 'send' && !('check' in run.succeeded)", "deny"),
                            rule("not-after-failure", "call.tool == 'send' && run.last['check'] == 'failed'", "deny"),
                            rule("large", "call.tool == 'transfer' && call.args.amount > 100", "hold")))
            .called("rules-order");

    private static final ScenarioPolicy VOLATILE =
            strict().says("tools.status.volatile", List.of("/at")).called("at-is-volatile");

    private Promising() {}

    static List<Scenario> rows() {
        return Stream.of(arguments(), results(), asking(), identities(), rules())
                .flatMap(List::stream)
                .toList();
    }

    private static Map<String, Object> rule(String name, String when, String then) {
        return Map.of("name", name, "when", when, "then", then, "reason", "the scenario says so");
    }

    private static List<Scenario> arguments() {
        return List.of(
                named("invented-and-missing-arguments")
                        .titled("An argument the tool does not know, and one that is missing, are refused unexecuted")
                        .under(READS)
                        .when(
                                search().with("mode", "fast").isDenied(INVALID_ARGUMENTS),
                                read("search").isDenied(INVALID_ARGUMENTS),
                                search().gets(ok().value(Map.of("hits", 3))),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(1),
                named("volatile-argument")
                        .titled("Calls that differ in a volatile argument alone are the same call")
                        .under(VOLATILE)
                        .when(
                                read("status").with("at", 1).gets(ok()),
                                read("status").with("at", 2).gets(ok()),
                                read("status").with("at", 3).isDenied(SAME_CALL))
                        .ends(STOPPED, SAME_CALL)
                        .executes(2));
    }

    private static List<Scenario> results() {
        return List.of(
                named("failure-inside-an-ok")
                        .titled("success: false in a result that is ok counts as a failure")
                        .under(READS)
                        .when(
                                refused(1),
                                refused(2),
                                refused(3),
                                refused(4),
                                refused(5),
                                read("reserve").with("seat", 6).isDenied(SAME_FAILURE))
                        .ends(STOPPED, SAME_FAILURE)
                        .executes(5),
                named("result-without-its-data")
                        .titled("A result without the data its contract requires is no result")
                        .under(READS)
                        .when(
                                search().gets(ok().value(Map.of("found", 3))).because(INVALID_RESULT),
                                search().gets(ok().value(Map.of("hits", 3))),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2),
                named("volatile-part-of-a-result")
                        .titled("Results that differ in a volatile part alone are the same result")
                        .under(READS.stops(SAME_CALL).called("status-at"))
                        .when(status(1), status(2), read("status").isDenied(SAME_CALL))
                        .ends(STOPPED, SAME_CALL)
                        .executes(2),
                named("failure-inside-a-committed-write")
                        .titled("A write whose verifier says committed and whose tool says it failed is for a person")
                        .under(WRITES)
                        .when(write("book", "seat-1")
                                .gets(ok().revision(1).value(Map.of("success", false)))
                                .because(RETRY_AFTER_COMMIT))
                        .ends(NEEDS_RECONCILIATION, RETRY_AFTER_COMMIT)
                        .executes(1)
                        .leaves("seat-1", COMMITTED));
    }

    private static List<Scenario> asking() {
        return List.of(
                named("poll-until-it-is-there")
                        .titled("What is still to come is asked for again and again, within the poll's contract")
                        .under(READS)
                        .when(
                                job("running"),
                                job("running"),
                                job("running"),
                                job("running"),
                                job("running"),
                                job("done"),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(6),
                named("poll-beyond-its-contract")
                        .titled("What never comes is not asked for beyond the poll's contract")
                        .under(READS.stops(POLL_LIMIT).called("polls-end"))
                        .when(
                                job("running"),
                                job("running"),
                                job("running"),
                                job("running"),
                                job("running"),
                                job("running"),
                                read("job").isDenied(POLL_LIMIT))
                        .ends(STOPPED, POLL_LIMIT)
                        .executes(6),
                named("back-to-a-page")
                        .titled("Going back to a page of the same list is a cycle")
                        .under(READS.stops(PAGE_CYCLE).called("pages-end"))
                        .when(
                                page("", "a", 1),
                                page("a", "b", 2),
                                page("b", "", 3),
                                read("list").with("cursor", "a").isDenied(PAGE_CYCLE))
                        .ends(STOPPED, PAGE_CYCLE)
                        .executes(3),
                named("moving-cursor-over-the-same-records")
                        .titled("A cursor that moves over the same records is a cycle too")
                        .under(READS.stops(PAGE_CYCLE).called("pages-end"))
                        .when(
                                page("", "a", 1),
                                page("a", "b", 2),
                                page("b", "c", 1),
                                read("list").with("cursor", "c").isDenied(PAGE_CYCLE))
                        .ends(STOPPED, PAGE_CYCLE)
                        .executes(3));
    }

    private static List<Scenario> identities() {
        return List.of(
                named("derived-operation-id")
                        .titled("A write named by its arguments is executed once, whoever repeats it")
                        .under(WRITES)
                        .when(
                                order(1).gets(ok().revision(1).done()),
                                order(1).inRun(OTHER).isReplayed())
                        .ends(COMPLETED, VALIDATED_DONE)
                        .ends(OTHER, COMPLETED, VALIDATED_DONE)
                        .executes(1),
                named("derived-operation-id-with-other-content")
                        .titled("The same order with another content is a conflict")
                        .under(WRITES.stops(OPERATION_CONFLICT).called("orders-conflict"))
                        .when(
                                order(1).gets(ok().revision(1).done()),
                                order(2).inRun(OTHER).isDenied(OPERATION_CONFLICT))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .ends(OTHER, STOPPED, OPERATION_CONFLICT)
                        .executes(1),
                named("two-runs-place-one-order")
                        .titled("Two runs that place the same order without naming it join: it is executed once")
                        .under(WRITES)
                        .when(together(
                                order(1).gets(ok().revision(1).done().after(1_000))
                                        .insisting(),
                                order(1).inRun(OTHER)
                                        .gets(ok().revision(1).done().after(1_000))
                                        .insisting()))
                        .ends(Actor.RUN, COMPLETED, VALIDATED_DONE)
                        .ends(OTHER, COMPLETED, VALIDATED_DONE)
                        .executes(1));
    }

    private static List<Scenario> rules() {
        return List.of(
                named("check-before-send")
                        .titled("What a rule wants to come first has to have succeeded")
                        .under(RULES)
                        .when(
                                read("send").isDenied(POLICY_BLOCKED),
                                read("check").gets(ok().value("fits")),
                                read("send").gets(ok().value("sent")),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2),
                named("not-after-a-failed-check")
                        .titled("What must not follow a failure does not")
                        .under(RULES)
                        .when(
                                read("check").gets(ok().value("fits")),
                                read("check").with("again", 1).gets(wrong("unfit")),
                                read("send").isDenied(POLICY_BLOCKED),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2),
                named("rule-asks-a-person")
                        .titled("A rule has a person asked about large amounts alone")
                        .under(RULES)
                        .when(
                                write("transfer", "t-1").with("amount", 100).gets(ok().revision(1)),
                                write("transfer", "t-2")
                                        .with("amount", 101)
                                        .waitsForApproval(ok().revision(2).done()),
                                approves("p2"))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2)
                        .leaves("t-2", COMMITTED));
    }

    private static ScriptedProposal search() {
        return read("search").with("query", "kafka");
    }

    private static ScriptedProposal refused(int seat) {
        return read("reserve").with("seat", seat).gets(ok().value(Map.of("success", false, "seat", seat)));
    }

    private static ScriptedProposal status(int at) {
        return read("status").gets(ok().value(Map.of("state", "idle", "at", at)));
    }

    private static ScriptedProposal job(String state) {
        return read("job").gets(ok().value(Map.of("state", state)));
    }

    private static ScriptedProposal page(String cursor, String next, int first) {
        ScriptedProposal asked = cursor.isEmpty() ? read("list") : read("list").with("cursor", cursor);
        return asked.gets(ok().value(Map.of("items", List.of(first, first + 10), "next", next)));
    }

    private static ScriptedProposal order(int count) {
        return writeWithoutOperation("order").with("order", new Own("o-1")).with("count", count);
    }
}
