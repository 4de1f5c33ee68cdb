package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.HOUR;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.OTHER;
import static dev.interlock.core.operation.Cases.OWN;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.SECONDS_LATER;
import static dev.interlock.core.operation.Cases.about;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.fenced;
import static dev.interlock.core.operation.Cases.malformed;
import static dev.interlock.core.operation.Cases.noEffect;
import static dev.interlock.core.operation.Cases.notCommitted;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.regressing;
import static dev.interlock.core.operation.Cases.replayOnly;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.stopOf;
import static dev.interlock.core.operation.Cases.threw;
import static dev.interlock.core.operation.Cases.unrecognised;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.OperationInput.HorizonDue;
import dev.interlock.core.operation.OperationInput.Reported;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The written table of what an operation does, taken cell by cell. */
class OperationTableTest {
    private static final OperationTable TABLE = OperationTable.read();
    private static final long SOON = SECONDS_LATER + 10 * SECOND;
    private static final long SETTLED = SECONDS_LATER + 43 * SECOND;
    private static final long PAST = FIRST + HOUR + 1;

    private static final Map<String, List<OperationInput>> STATES = states();
    private static final Map<String, Function<Optional<Operation>, Taken>> EVENTS = events();

    /** An input at a time. */
    private record Taken(OperationInput input, long atMs) {}

    @TestFactory
    List<DynamicTest> everyCell_isTakenAsWritten() {
        List<DynamicTest> tests = new ArrayList<>();
        TABLE.cells()
                .forEach((event, line) -> line.forEach((state, move) -> tests.add(DynamicTest.dynamicTest(
                        state + " × " + event + " → " + move,
                        () -> assertThat(move(state, event))
                                .isEqualTo(TABLE.moves().get(move))))));
        return tests;
    }

    @Test
    void everyMove_isTakenBySomeCell() {
        Set<OperationTable.Move> taken = new HashSet<>();
        TABLE.cells().forEach((event, line) -> line.keySet().forEach(state -> taken.add(move(state, event))));
        assertThat(taken).containsExactlyInAnyOrderElementsOf(TABLE.moves().values());
    }

    @Test
    void table_namesEveryStateAndEventOnce() {
        assertThat(TABLE.states()).containsExactlyElementsOf(STATES.keySet());
        assertThat(TABLE.cells().keySet()).containsExactlyElementsOf(EVENTS.keySet());
        TABLE.cells()
                .forEach((event, line) ->
                        assertThat(line.keySet()).as(event).containsExactlyElementsOf(STATES.keySet()));
        assertThat(new TreeSet<>(TABLE.moves().keySet()))
                .isEqualTo(TABLE.cells().values().stream()
                        .flatMap(line -> line.values().stream())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void everyState_isWhatItsNameSays() {
        Map<String, String> words = new LinkedHashMap<>();
        STATES.keySet()
                .forEach(state -> words.put(state, Wording.state(in(state).state())));
        assertThat(words)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("absent", "absent"),
                        Map.entry("in_flight", "in_flight"),
                        Map.entry("stopping", "stopping"),
                        Map.entry("committed", "committed"),
                        Map.entry("not_executed", "not_executed"),
                        Map.entry("not_committed", "not_committed"),
                        Map.entry("timed_out", "unknown"),
                        Map.entry("threw", "unknown"),
                        Map.entry("doubted", "unknown"),
                        Map.entry("crossed", "conflicting"),
                        Map.entry("contradicted", "conflicting")));
    }

    private static OperationTable.Move move(String state, String event) {
        Trail trail = in(state);
        Optional<Operation> before = trail.state();
        Taken taken = EVENTS.get(event).apply(before);
        return Wording.of(before, trail.take(taken.input(), taken.atMs()));
    }

    private static Trail in(String state) {
        Trail trail = new Trail(ID);
        List<OperationInput> inputs = STATES.get(state);
        for (int i = 0; i < inputs.size(); i++) {
            trail.take(inputs.get(i), i < 2 ? FIRST : SECONDS_LATER);
        }
        return trail;
    }

    private static Map<String, List<OperationInput>> states() {
        Map<String, List<OperationInput>> states = new LinkedHashMap<>();
        states.put("absent", List.of());
        states.put("in_flight", claimedTwice());
        states.put("stopping", claimedTwice(new Stopped(stopOf(StopScope.RUN, "run-a"))));
        states.put("committed", claimedTwice(kept(committed())));
        states.put("not_executed", claimedTwice(kept(notExecuted())));
        states.put("not_committed", claimedTwice(kept(notCommitted())));
        states.put("timed_out", claimedTwice(new TimeoutDue(2)));
        states.put("threw", claimedTwice(kept(threw())));
        states.put("doubted", claimedTwice(kept(malformed())));
        states.put("crossed", claimedTwice(reports(1, committed(), "kept", SECONDS_LATER)));
        states.put(
                "contradicted",
                claimedTwice(kept(committed()), reports(2, notCommitted(), "contradicting", SECONDS_LATER)));
        return states;
    }

    private static List<OperationInput> claimedTwice(OperationInput... then) {
        List<OperationInput> inputs = new ArrayList<>();
        inputs.add(asks(request("run-a", "a-1")));
        inputs.add(reports(1, notExecuted(), "first", FIRST));
        inputs.add(asks(OWN));
        inputs.addAll(List.of(then));
        return inputs;
    }

    private static Reported kept(Result result) {
        return reports(2, result, "kept", SECONDS_LATER);
    }

    private static Map<String, Function<Optional<Operation>, Taken>> events() {
        Map<String, Function<Optional<Operation>, Taken>> events = new LinkedHashMap<>();
        addRequests(events);
        addReports(events);
        addTimes(events);
        return events;
    }

    private static void addRequests(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("request, at once", at(SOON, asks(OTHER)));
        events.put("request, after the settle wait", at(SETTLED, asks(OTHER)));
        events.put("request, past the retry horizon", at(PAST, asks(OTHER)));
        events.put("request, the claim's own again", at(SETTLED, asks(OWN)));
        events.put(
                "request, the claim's own again, under a stop", at(SETTLED, asks(OWN, stopOf(StopScope.RUN, "run-a"))));
        events.put("request, under a stop", at(SETTLED, asks(OTHER, stopOf(StopScope.RUN, "run-b"))));
        events.put("request, other arguments", at(SETTLED, asks(about(OTHER, "pay", "f2", "rule-1"))));
        events.put("request, another tool", at(SETTLED, asks(about(OTHER, "refund", "f1", "rule-1"))));
        events.put("request, another identity rule", at(SETTLED, asks(about(OTHER, "pay", "f2", "rule-2"))));
        events.put("request, the stored result only", at(SETTLED, asks(replayOnly(OTHER))));
        events.put("withdraw, the claim's request", at(SOON, new Withdrawn("a-2", "run-a", "p")));
        events.put("withdraw, another request of that run", at(SOON, new Withdrawn("a-1", "run-a", "p")));
        events.put("withdraw, another run", at(SOON, new Withdrawn("a-2", "run-b", "p")));
    }

    private static void addReports(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("report, committed", news(2, committed()));
        events.put("report, committed with another value", news(2, committed("another")));
        events.put("report, committed with a lower revision", news(2, regressing()));
        events.put("report, not committed", news(2, notCommitted()));
        events.put("report, not executed", news(2, notExecuted()));
        events.put("report, not executed yet committed", news(2, fenced(Effect.COMMITTED)));
        events.put("report, executor threw", news(2, threw()));
        events.put("report, unrecognised status", news(2, unrecognised()));
        events.put("report, no effect named", news(2, noEffect()));
        events.put("report, a copy of the last", before -> new Taken(copy(before), SOON));
        events.put("report of the first epoch, committed", news(1, committed()));
        events.put("report of the first epoch, not committed", news(1, notCommitted()));
        events.put("report of a third epoch, committed", news(3, committed()));
        events.put(
                "report on a foreign dispatch, committed", at(SOON, new Reported("d-9", 2, committed(), "new", SOON)));
    }

    private static void addTimes(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("timeout of the second epoch", at(SOON, new TimeoutDue(2)));
        events.put("timeout of the first epoch", at(SOON, new TimeoutDue(1)));
        events.put("stop that reaches the claim", at(SOON, new Stopped(stopOf(StopScope.RUN, "run-a"))));
        events.put("stop of another run", at(SOON, new Stopped(stopOf(StopScope.RUN, "run-b"))));
        events.put("horizon of this version", before -> new Taken(horizon(before, 0), PAST));
        events.put("horizon of an earlier version", before -> new Taken(horizon(before, 1), PAST));
    }

    private static Function<Optional<Operation>, Taken> at(long atMs, OperationInput input) {
        return before -> new Taken(input, atMs);
    }

    private static Function<Optional<Operation>, Taken> news(int epoch, Result result) {
        return at(SOON, reports(epoch, result, "new", SOON));
    }

    /** The last report that was taken: of the second epoch where there is one, of the first otherwise. */
    private static Reported copy(Optional<Operation> before) {
        return before.flatMap(o -> o.contradiction().or(o::report))
                .map(r -> reports(r.epoch(), r.result(), r.digest(), r.appendedAtMs()))
                .orElse(reports(1, notExecuted(), "first", FIRST));
    }

    private static HorizonDue horizon(Optional<Operation> before, long earlier) {
        return new HorizonDue(before.map(Operation::version).orElse(1L) - earlier);
    }
}
