package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Whoever reads a terminal outcome can go on without reading anything else, however the run ended, and whether it began
 * anew or went on from another one. What each way to end says beside what all say:
 */
class RecoveryEnvelopeTest {
    /** Reason and status; the guard that read something; the call it ended at; what was wrong with that, as data. */
    private static final String TABLE = """
        validated_done       completed            | -                 | -    | -
        plan_exhausted       partial              | -                 | -    | -
        deadline             stopped              | deadline          | -    | -
        turn_budget          stopped              | turn_budget       | call | -
        call_budget          stopped              | calls             | call | -
        retry_budget         stopped              | max_retries       | call | -
        handoff_budget       stopped              | handoffs          | call | -
        parallel_limit       stopped              | parallel          | call | -
        chain_depth          stopped              | chain_depth       | call | -
        chain_activations    stopped              | chain_activations | call | -
        denials              stopped              | denials           | call | args
        same_call            stopped              | same_call         | call | -
        short_cycle          stopped              | short_cycle       | call | -
        same_failure         stopped              | same_failure      | call | -
        no_progress          stopped              | no_progress       | -    | -
        fatal                stopped              | -                 | call | broken
        permission_denied    stopped              | -                 | call | broken
        policy_blocked       stopped              | -                 | call | broken
        invalid_result       stopped              | -                 | call | broken
        invalid_evidence     stopped              | -                 | call | -
        executor_exception   stopped              | -                 | call | interlock.executor_exception
        invalid_result       needs_reconciliation | -                 | call | broken
        invalid_evidence     needs_reconciliation | -                 | call | -
        executor_exception   needs_reconciliation | -                 | call | interlock.executor_exception
        unknown_commit       needs_reconciliation | -                 | call | -
        retry_after_commit   needs_reconciliation | -                 | call | -
        invalid_call         stopped              | -                 | call | args
        unknown_tool         stopped              | -                 | call | args
        invalid_arguments    stopped              | -                 | call | args
        missing_operation_id stopped              | -                 | call | args
        operation_conflict   stopped              | -                 | call | -
        operator_stop        stopped              | -                 | -    | -
        agent_stopped        stopped              | -                 | -    | -
        tool_stopped         stopped              | -                 | call | -
        model_stopped        stopped              | -                 | call | -
        chain_stopped        stopped              | -                 | -    | -
        all_stopped          stopped              | -                 | -    | -
        approval_rejected    needs_human          | -                 | call | -
        approval_expired     needs_human          | -                 | call | -
        human_required       needs_human          | -                 | call | broken
        """;

    /** Reasons of guards that are in the contract and not judged yet. */
    private static final Set<Reason> LATER = Set.of(
            Reason.COST_BUDGET,
            Reason.POLL_LIMIT,
            Reason.POLL_DEADLINE,
            Reason.POLL_TOO_FAST,
            Reason.PAGE_CYCLE,
            Reason.PAGE_LIMIT);

    private record Row(Reason reason, Status status, String guard, String call, String fault) {
        static Row of(String line) {
            String[] cells = line.split("\\|");
            String[] end = cells[0].trim().split(" +");
            return new Row(
                    Reason.valueOf(end[0].toUpperCase(java.util.Locale.ROOT)),
                    Status.valueOf(end[1].toUpperCase(java.util.Locale.ROOT)),
                    cells[1].trim(),
                    cells[2].trim(),
                    cells[3].trim());
        }

        String name() {
            return reason.code() + ", " + status.code();
        }
    }

    private static List<Row> rows() {
        return TABLE.lines().map(Row::of).toList();
    }

    @Test
    void everyWayThatARunCanEnd_isInTheTable() {
        Set<String> possible = Arrays.stream(Reason.values())
                .filter(reason -> !LATER.contains(reason))
                .flatMap(reason -> reason.statuses().stream().map(status -> reason.code() + ", " + status.code()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        assertThat(rows()).extracting(Row::name).containsExactlyInAnyOrderElementsOf(possible);
    }

    @TestFactory
    Stream<DynamicTest> endOfARun_saysWhatIsNeededToGoOn() {
        return rows().stream()
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> {
                    RunBench bench = WaysToEnd.begun(row.reason());
                    WaysToEnd.end(bench, row.reason(), row.status());
                    says(row, terminal(bench), Optional.empty());
                }));
    }

    @TestFactory
    Stream<DynamicTest> endOfAResumedRun_saysItOverTheResume() {
        return rows().stream()
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> {
                    RunBench ended = WaysToEnd.begun(row.reason());
                    ended.stopped(StopScope.RUN, ended.runId());
                    WaysToEnd.settleWithdraws(ended);
                    RunBench bench = Resuming.successor(ended);
                    WaysToEnd.end(bench, row.reason(), row.status());
                    says(row, terminal(bench), Optional.of(ended.runId()));
                }));
    }

    private static void says(Row row, Outcome end, Optional<String> resumedFrom) {
        assertThat(end.status()).contains(row.status());
        assertThat(end.reason()).contains(row.reason());
        assertThat(end.nextActions()).isEqualTo(row.reason().nextActions(row.status()));
        assertThat(end.resumedFrom()).isEqualTo(resumedFrom);
        assertThat(end.guard().map(GuardReading::name).orElse("-")).as("guard").isEqualTo(row.guard());
        assertThat(end.blocked().isPresent()).as("call").isEqualTo(row.call().equals("call"));
        String fault = end.fault()
                .map(Fault::field)
                .or(() -> end.error().map(ToolError::code))
                .orElse("-");
        assertThat(fault).as("what was wrong").isEqualTo(row.fault());
        countersAddUp(end);
        if (!WaysToEnd.endsAtItsFirstCall(row.reason())) {
            progressIsShown(end, resumedFrom);
            operationsAreShown(end, row, resumedFrom);
        }
    }

    private static void countersAddUp(Outcome end) {
        Budgets budgets = end.budgets();
        for (Budget budget : List.of(budgets.turns(), budgets.calls(), budgets.retries(), budgets.denials())) {
            assertThat(budget.used() + budget.remaining() + budget.reserved()).isEqualTo(budget.allowed());
        }
        assertThat(end.wallClockLeftMs()).isNotNegative();
    }

    /** The last good result is there with what proves it, whichever run it was reached in. */
    private static void progressIsShown(Outcome end, Optional<String> resumedFrom) {
        assertThat(end.budgets().calls().used()).isGreaterThanOrEqualTo(2);
        assertThat(end.revision()).isPositive();
        assertThat(end.value()).isEqualTo(Outcome.ValueSource.LAST_GOOD);
        LastGood good = end.lastGood().orElseThrow();
        assertThat(good.runId())
                .as("whose %s is", good.proposalId())
                .isEqualTo(good.proposalId().equals("w1") ? resumedFrom : Optional.empty());
    }

    /** What was written before, what is not known, and what is on its way; the last of them with whose it is. */
    private static void operationsAreShown(Outcome end, Row row, Optional<String> resumedFrom) {
        Map<String, KnownOperation.State> states =
                end.operations().stream().collect(Collectors.toMap(KnownOperation::operationId, KnownOperation::state));
        assertThat(states).containsEntry("op-1", KnownOperation.State.COMMITTED).containsKey("op-2");
        boolean settled = states.get("op-2") == KnownOperation.State.COMMITTED;
        assertThat(end.inFlight().stream().anyMatch(call -> call.proposalId().equals("w2")))
                .as("in flight: op-2, which is %s", states.get("op-2"))
                .isEqualTo(!settled);
        assertThat(end.inFlight())
                .filteredOn(call -> call.proposalId().equals("w2"))
                .allMatch(call -> call.inherited() == resumedFrom.isPresent());
        if (row.status() == Status.NEEDS_RECONCILIATION) {
            assertThat(end.nextActions()).contains(NextAction.QUERY_OPERATION_STATUS);
            String asked = end.blocked()
                    .flatMap(Ending.Blocked::call)
                    .flatMap(c -> c.operationId())
                    .orElseThrow();
            assertThat(states).containsKey(asked);
        }
    }

    private static Outcome terminal(RunBench bench) {
        List<Outcome> ends = bench.outcomes(Outcome.Type.TERMINAL);
        assertThat(ends).as("%s", bench.last()).hasSize(1);
        return ends.get(0);
    }

    @Test
    void callThatIsUnknownInASuccessor_saysWhoseItWas() {
        RunBench ended = WaysToEnd.begun(Reason.UNKNOWN_COMMIT);
        ended.stopped(StopScope.RUN, ended.runId());
        WaysToEnd.settleWithdraws(ended);
        RunBench second = Resuming.successor(ended);
        second.stopped(StopScope.RUN, second.runId());
        RunBench third = Resuming.successor(second);
        WaysToEnd.end(third, Reason.UNKNOWN_COMMIT, Status.NEEDS_RECONCILIATION);
        Outcome end = terminal(third);
        assertThat(end.resumedFrom()).contains(second.runId());
        assertThat(end.blocked().orElseThrow().inherited()).isTrue();
        assertThat(end.lastGood().orElseThrow().runId()).contains(ended.runId());
        assertThat(end.inFlight()).singleElement().matches(OpenCall::inherited);
        assertThat(end.operations())
                .filteredOn(known -> known.operationId().equals("op-2"))
                .allMatch(known -> known.state() == KnownOperation.State.UNKNOWN);
    }
}
