package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolContract;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The written table of what every event does to a run in every state, executed. It stands in
 * {@code state-tables/run.txt}; a cell reads <em>verdict → phase after</em>, with {@code -} for no run.
 */
class RunTableTest {
    private static final Policy POLICY = withApprovalsAndLongReads();
    private static final Map<String, Supplier<RunBench>> STATES = states();
    private static final Map<String, Consumer<RunBench>> EVENTS = events();

    @TestFactory
    Stream<DynamicTest> everyCellOfTheTable() {
        return RunTable.read().entrySet().stream()
                .flatMap(row -> row.getValue().entrySet().stream()
                        .map(cell -> DynamicTest.dynamicTest(
                                cell.getKey() + ": " + row.getKey(),
                                () -> assertThat(observe(cell.getKey(), row.getKey()))
                                        .isEqualTo(cell.getValue()))));
    }

    @Test
    void tableHasNoBlankCell() {
        assertThat(RunTable.read().keySet()).isEqualTo(EVENTS.keySet());
        RunTable.read()
                .forEach((event, cells) -> assertThat(cells.keySet())
                        .as("states of the row '%s'", event)
                        .isEqualTo(STATES.keySet()));
    }

    @Test
    void everyVerdictIsTakenSomewhere() {
        Set<String> taken = new LinkedHashSet<>();
        RunTable.read().values().forEach(row -> row.values().forEach(cell -> taken.add(cell.split(" → ")[0])));
        assertThat(taken)
                .containsAll(Arrays.stream(Verdict.What.values())
                        .map(Verdict.What::code)
                        .toList());
    }

    private static String observe(String state, String event) {
        RunBench bench = STATES.get(state).get();
        EVENTS.get(event).accept(bench);
        String phase = bench.state()
                .map(s -> s.closes() && s.phase() != Phase.HELD
                        ? "closing"
                        : s.phase().name().toLowerCase(Locale.ROOT))
                .orElse("-");
        return bench.last().verdict().what().code() + " → " + phase;
    }

    private static Map<String, Supplier<RunBench>> states() {
        Map<String, Supplier<RunBench>> states = new LinkedHashMap<>();
        states.put("absent", () -> new RunBench(POLICY));
        states.put("open", RunTableTest::open);
        states.put("held", () -> after(open(), b -> b.report(b.idOf("r2"), status(ResultStatus.HUMAN_REQUIRED))));
        states.put("to approve", RunTableTest::toApprove);
        states.put(
                "approved, free",
                () -> after(toApprove(), b -> {
                    b.approve(RunBench.HELD.digest());
                    request(b, Answer.Verdict.REFUSED, "h1");
                }));
        states.put("reconciling", () -> after(open(), b -> request(b, Answer.Verdict.UNKNOWN, "w3")));
        states.put(
                "reconciling two",
                () -> after(open(), b -> {
                    request(b, Answer.Verdict.UNKNOWN, "w3");
                    request(b, Answer.Verdict.UNKNOWN, "w4");
                }));
        states.put("ending, waits", () -> after(open(), b -> b.finish(Finish.Cause.AGENT)));
        states.put("ending", () -> after(open(), b -> b.stopped(StopScope.RUN, RunBench.RUN)));
        states.put("ended", RunTableTest::ended);
        states.put("ended, resumed", () -> after(ended(), b -> b.resume("resume-1")));
        states.put("successor", () -> Resuming.successor(ended()));
        Triggered.states(states, () -> new RunBench(POLICY));
        Closing.states(states, RunTableTest::open, POLICY);
        return states;
    }

    /** Two reads run, w1 is committed, w2 is asked for, w3 and w4 are dispatched. */
    private static RunBench open() {
        return open(POLICY);
    }

    private static RunBench open(Policy policy) {
        RunBench bench = new RunBench(policy);
        bench.write("w1", "op-1", "1");
        request(bench, Answer.Verdict.GRANTED, "w1");
        bench.answer(Answer.To.REQUEST, Answer.Verdict.COMMITTED, bench.idOf("w1"), Optional.of(committed()));
        bench.read("r1", "1");
        bench.read("r2", "2");
        bench.write("w2", "op-2", "2");
        bench.write("w3", "op-3", "3");
        request(bench, Answer.Verdict.GRANTED, "w3");
        bench.write("w4", "op-4", "4");
        request(bench, Answer.Verdict.GRANTED, "w4");
        return bench;
    }

    private static RunBench toApprove() {
        return after(open(), b -> b.propose("h1", RunBench.HELD));
    }

    private static Policy withApprovalsAndLongReads() {
        Policy strict = RunBench.changed(
                Presets.strict(),
                new ApprovalRule(List.of(RunBench.HELD.tool())),
                Presets.strict().horizons());
        ToolContract reads = new ToolContract(
                        30_000,
                        45_000,
                        1_000,
                        2_000,
                        60_000,
                        2,
                        false,
                        false,
                        0,
                        0,
                        0,
                        ToolContract.ProgressRule.REVISION)
                .with(new PollRule(5, 0, 60_000));
        return strict.with("search", reads).with(strict.ceilings().withCostMicros(1_000));
    }

    private static RunBench ended() {
        RunBench bench = after(open(), b -> b.stopped(StopScope.RUN, RunBench.RUN));
        for (String proposal : List.of("w3", "w4")) {
            bench.answer(Answer.To.WITHDRAW, Answer.Verdict.GRANTED, bench.idOf(proposal), Optional.empty());
        }
        bench.answer(Answer.To.WITHDRAW, Answer.Verdict.WITHDRAWN, bench.idOf("w2"), Optional.empty());
        return bench;
    }

    private static Map<String, Consumer<RunBench>> events() {
        Map<String, Consumer<RunBench>> events = new LinkedHashMap<>();
        proposals(events);
        results(events);
        answers(events);
        duesAndStops(events);
        people(events);
        Triggered.events(events);
        Spending.events(events);
        Closing.events(events);
        return events;
    }

    private static void proposals(Map<String, Consumer<RunBench>> events) {
        events.put("propose a read", b -> b.read("new", "9"));
        events.put("propose what is not ready again", b -> {
            report(b, "r1", status(ResultStatus.OK).asPending());
            b.read("new", "1");
        });
        events.put("propose a write", b -> b.write("new", "op-9", "9"));
        events.put("propose a committed write again", b -> b.write("new", "op-1", "1"));
        events.put("propose a write in flight again", b -> b.write("new", "op-3", "3"));
        events.put("propose the same id, other amount", b -> b.write("new", "op-3", "33"));
        events.put("propose what needs approval", b -> b.propose("new", RunBench.HELD));
        events.put("propose with a stop of the run in force", b -> {
            b.inForce(StopScope.RUN, RunBench.RUN);
            b.read("new", "9");
        });
        events.put("propose with a stop of the tool in force", b -> {
            b.inForce(StopScope.TOOL, "search");
            b.read("new", "9");
        });
        events.put("propose at the deadline", b -> b.at(61_000).read("new", "9"));
        events.put("propose long ago", b -> {
            Call call = new Call("search", Kind.READ, "search9", "rule", Optional.empty(), "search9");
            Proposal fresh = b.proposal("new", call, RunBench.AGENT, 99);
            b.at(b.clock() + 2 * 86_400_000L);
            b.decide(new RunInput.Proposed(fresh, Optional.empty()));
        });
        events.put("resend a pending proposal", b -> resend(b, "digest of r1", RunInput.Told.NOTHING));
        events.put("resend an answered proposal", b -> resend(b, "digest of r1", RunInput.Told.FINAL));
        events.put("resend a paused proposal", b -> resend(b, "digest of r1", RunInput.Told.PAUSED));
        events.put("resend with other content", b -> resend(b, "other digest", RunInput.Told.FINAL));
        events.put("finish", b -> b.finish(Finish.Cause.AGENT));
        events.put("finish by a framework limit", b -> b.finish(Finish.Cause.FRAMEWORK_LIMIT));
        events.put("a proposal that cannot be read", RunBench::unreadable);
    }

    private static void results(Map<String, Consumer<RunBench>> events) {
        events.put("a read's result", b -> report(b, "r1", status(ResultStatus.OK)));
        events.put(
                "a read's result, not ready yet",
                b -> report(b, "r1", status(ResultStatus.OK).asPending()));
        events.put("a read's result, done", b -> report(b, "r1", done()));
        events.put("a read's result, fatal", b -> report(b, "r1", status(ResultStatus.FATAL)));
        events.put("a read's result, a person is needed", b -> report(b, "r1", status(ResultStatus.HUMAN_REQUIRED)));
        events.put("a read's result without evidence", b -> report(b, "r1", regressed()));
        events.put("a read's result after the deadline", b -> report(b.at(61_000), "r1", status(ResultStatus.OK)));
        events.put("a read kept by its fence", b -> report(b, "r1", RunBench.fenced(Effect.NONE)));
        events.put(
                "a read still runs",
                b -> b.running(b.state().map(s -> b.idOf("r1")).orElse("none")));
        events.put("another dispatch still runs", b -> b.running("other"));
        events.put("a result of another dispatch", b -> b.report("other", status(ResultStatus.OK)));
    }

    private static void answers(Map<String, Consumer<RunBench>> events) {
        events.put("a request granted", b -> request(b, Answer.Verdict.GRANTED, "w2"));
        events.put("a request refused", b -> request(b, Answer.Verdict.REFUSED, "w2"));
        events.put("a request replayed", b -> request(b, Answer.Verdict.REPLAYED, "w2"));
        events.put("a request to be made again", b -> request(b, Answer.Verdict.RECHECK, "w2"));
        events.put("a claim committed", b -> request(b, Answer.Verdict.COMMITTED, "w3"));
        events.put("a claim not committed", b -> request(b, Answer.Verdict.NOT_COMMITTED, "w3"));
        events.put("a claim kept by its fence", b -> notExecuted(b, "w3"));
        events.put("a claim unknown", b -> request(b, Answer.Verdict.UNKNOWN, "w4"));
        events.put("a claim unknown for good", b -> {
            request(b, Answer.Verdict.UNKNOWN, "w3");
            request(b, Answer.Verdict.EXHAUSTED, "w3");
        });
        events.put("a claim unknown, then committed", b -> later(b, Answer.Verdict.COMMITTED, committed()));
        events.put("a claim unknown, then found not there", b -> later(b, Answer.Verdict.NOT_COMMITTED, notThere()));
        events.put(
                "a claim unknown, then reported as failed",
                b -> later(b, Answer.Verdict.NOT_COMMITTED, notCommitted()));
        events.put("a withdraw answered: granted", b -> withdraw(b, Answer.Verdict.GRANTED, "w3"));
        events.put("a withdraw answered: withdrawn", b -> withdraw(b, Answer.Verdict.WITHDRAWN, "w2"));
        events.put("the last withdraw answered", b -> {
            withdraw(b, Answer.Verdict.GRANTED, "w3");
            withdraw(b, Answer.Verdict.GRANTED, "w4");
            withdraw(b, Answer.Verdict.WITHDRAWN, "w2");
        });
    }

    private static void duesAndStops(Map<String, Consumer<RunBench>> events) {
        events.put("the deadline is due", b -> b.at(61_000).due(new Timer.Deadline()));
        events.put(
                "a dispatch is due",
                b -> b.at(31_000)
                        .due(new Timer.Dispatch(b.state().map(s -> b.idOf("r1")).orElse("none"), 1)));
        events.put("the hold is due", b -> b.due(new Timer.Hold()));
        events.put("the stub is due", b -> b.due(new Timer.Stub()));
        events.put("the stub is due, all settled", b -> {
            settleAll(b);
            b.due(new Timer.Stub());
        });
        events.put("a stop of the run", b -> b.stopped(StopScope.RUN, RunBench.RUN));
        events.put("a stop of the agent", b -> b.stopped(StopScope.AGENT, RunBench.AGENT));
        events.put("a stop of the tool", b -> b.stopped(StopScope.TOOL, "search"));
        events.put("a stop of all", b -> b.stopped(StopScope.ALL, ""));
    }

    private static void people(Map<String, Consumer<RunBench>> events) {
        events.put("a person approves", b -> b.approve(RunBench.HELD.digest()));
        events.put("a person approves another call", b -> b.approve("another digest"));
        events.put("a person approves when it expired", b -> b.at(90_000_000).approve(RunBench.HELD.digest()));
        events.put("a person approves, the tool is stopped", b -> {
            b.inForce(StopScope.TOOL, RunBench.HELD.tool());
            b.approve(RunBench.HELD.digest());
        });
        events.put("a person rejects", RunBench::reject);
        events.put("a grant", b -> b.grant("grant-1", Ceiling.CALLS, 5));
        events.put("a grant, sent twice", b -> {
            b.grant("grant-1", Ceiling.CALLS, 5);
            b.grant("grant-1", Ceiling.CALLS, 5);
        });
        events.put("a grant beyond all bounds", b -> b.grant("grant-1", Ceiling.CALLS, 100_000));
        Resuming.events(events, RunTableTest::ended);
        events.put("a stop of the held tool", b -> b.stopped(StopScope.TOOL, RunBench.HELD.tool()));
    }

    private static void resend(RunBench bench, String digest, RunInput.Told told) {
        Call call = new Call("search", Kind.READ, "search1", "rule", Optional.empty(), "search1");
        Proposal again = bench.proposal("r1", call, RunBench.AGENT, 2);
        bench.decide(new RunInput.Proposed(again, Optional.of(new RunInput.Prior(digest, told))));
    }

    private static void settleAll(RunBench bench) {
        if (bench.state().isEmpty()) {
            return;
        }
        List.of("r1", "r2").forEach(read -> report(bench, read, status(ResultStatus.OK)));
        List.of("w3", "w4").forEach(write -> request(bench, Answer.Verdict.COMMITTED, write));
    }

    private static RunBench after(RunBench bench, Consumer<RunBench> event) {
        event.accept(bench);
        return bench;
    }

    private static void report(RunBench bench, String proposal, Result result) {
        bench.report(bench.state().map(s -> bench.idOf(proposal)).orElse("none"), result);
    }

    private static void request(RunBench bench, Answer.Verdict verdict, String proposal) {
        answer(bench, Answer.To.REQUEST, verdict, proposal);
    }

    private static void withdraw(RunBench bench, Answer.Verdict verdict, String proposal) {
        answer(bench, Answer.To.WITHDRAW, verdict, proposal);
    }

    private static void answer(RunBench bench, Answer.To to, Answer.Verdict verdict, String proposal) {
        Optional<Result> result = switch (verdict) {
            case COMMITTED, REPLAYED -> Optional.of(committed());
            case NOT_COMMITTED -> Optional.of(notCommitted());
            default -> Optional.empty();
        };
        if (bench.state().isEmpty()) {
            bench.decide(new RunInput.Answered(new Answer(
                    to,
                    verdict,
                    "none",
                    "none",
                    1,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    java.util.OptionalLong.empty(),
                    result,
                    Map.of(),
                    false,
                    bench.clock())));
        } else {
            bench.answer(to, verdict, bench.idOf(proposal), result);
        }
    }

    private static void notExecuted(RunBench bench, String proposal) {
        if (bench.state().isEmpty()) {
            request(bench, Answer.Verdict.NOT_COMMITTED, proposal);
            return;
        }
        bench.answer(
                Answer.To.REQUEST,
                Answer.Verdict.NOT_COMMITTED,
                bench.idOf(proposal),
                Optional.of(RunBench.fenced(Effect.NOT_COMMITTED)));
    }

    private static void later(RunBench bench, Answer.Verdict verdict, Result result) {
        request(bench, Answer.Verdict.UNKNOWN, "w3");
        if (bench.state().isEmpty()) {
            request(bench, verdict, "w3");
        } else {
            bench.answer(Answer.To.REQUEST, verdict, bench.idOf("w3"), Optional.of(result));
        }
    }

    private static Result notCommitted() {
        return RunBench.result(ResultStatus.OK, Effect.NOT_COMMITTED, 0, false);
    }

    /** What somebody who was asked finds. */
    private static Result notThere() {
        return RunBench.result(ResultStatus.RETRYABLE, Effect.NOT_COMMITTED, 0, false);
    }

    private static Result status(ResultStatus status) {
        return RunBench.result(status, Effect.NONE, 1, false);
    }

    private static Result done() {
        return RunBench.result(ResultStatus.OK, Effect.NONE, 2, true);
    }

    private static Result regressed() {
        return RunBench.result(ResultStatus.OK, Effect.NONE, -1, false);
    }

    private static Result committed() {
        return RunBench.result(ResultStatus.OK, Effect.COMMITTED, 1, false);
    }
}
