package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.ASKING;
import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.HOUR;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.OTHER;
import static dev.interlock.core.operation.Cases.OWN;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.SECONDS_LATER;
import static dev.interlock.core.operation.Cases.about;
import static dev.interlock.core.operation.Cases.answers;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.fenced;
import static dev.interlock.core.operation.Cases.malformed;
import static dev.interlock.core.operation.Cases.noEffect;
import static dev.interlock.core.operation.Cases.notCommitted;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.notQueryable;
import static dev.interlock.core.operation.Cases.regressing;
import static dev.interlock.core.operation.Cases.replayOnly;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.resolves;
import static dev.interlock.core.operation.Cases.stopOf;
import static dev.interlock.core.operation.Cases.threw;
import static dev.interlock.core.operation.Cases.unknown;
import static dev.interlock.core.operation.Cases.unrecognised;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationInput.HorizonDue;
import dev.interlock.core.operation.OperationInput.QueryDue;
import dev.interlock.core.operation.OperationInput.Reported;
import dev.interlock.core.operation.OperationInput.Resolved;
import dev.interlock.core.operation.OperationInput.Running;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import dev.interlock.core.policy.ChainLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
    private static final Request WAITING = request("run-w", "w-1", ASKING);

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
                        Map.entry("contradicted", "conflicting"),
                        Map.entry("shared", "in_flight"),
                        Map.entry("unasked", "unknown"),
                        Map.entry("asked", "unknown"),
                        Map.entry("asked_twice", "unknown"),
                        Map.entry("given_up", "unknown"),
                        Map.entry("found", "committed"),
                        Map.entry("found_nothing", "not_committed"),
                        Map.entry("resolved", "committed"),
                        Map.entry("triggered", "in_flight")));
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
            trail.take(inputs.get(i), i < 2 ? FIRST : takenAtMs(inputs.get(i)));
        }
        return trail;
    }

    private static long takenAtMs(OperationInput input) {
        return switch (input) {
            case QueryDue due -> asked(due.attempt());
            case Resolved resolved -> asked(1);
            default -> SECONDS_LATER;
        };
    }

    /** When a question goes out: each one a while after the earliest time it may. */
    private static long asked(int attempt) {
        return SETTLED + 20 * SECOND * (attempt - 1);
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
        states.put("shared", shared());
        states.put("unasked", shared(new TimeoutDue(2)));
        states.put("asked", shared(new TimeoutDue(2), new QueryDue(2, 1)));
        states.put("asked_twice", shared(new TimeoutDue(2), new QueryDue(2, 1), new QueryDue(2, 2)));
        states.put("given_up", shared(new TimeoutDue(2), new QueryDue(2, 1), new QueryDue(2, 2), new QueryDue(2, 3)));
        states.put("found", shared(new TimeoutDue(2), new QueryDue(2, 1), answers(2, 1, committed(), "kept", SETTLED)));
        states.put(
                "found_nothing",
                shared(new TimeoutDue(2), new QueryDue(2, 1), answers(2, 1, notCommitted(), "kept", SETTLED)));
        states.put("resolved", shared(new TimeoutDue(2), new QueryDue(2, 1), resolves(State.COMMITTED, 4, SETTLED)));
        states.put("triggered", claimedTwiceBy(Admissions.ELSEWHERE));
        return states;
    }

    /** In its second epoch under the contract that asks and lets others wait, with one that does. */
    private static List<OperationInput> shared(OperationInput... then) {
        List<OperationInput> inputs = new ArrayList<>();
        inputs.add(asks(request("run-a", "a-1", ASKING)));
        inputs.add(reports(1, notExecuted(), "first", FIRST));
        inputs.add(asks(request("run-a", "a-2", ASKING)));
        inputs.add(asks(WAITING));
        inputs.addAll(List.of(then));
        return inputs;
    }

    private static List<OperationInput> claimedTwiceBy(Activation place) {
        return List.of(
                asks(Cases.at(place, request("run-a", "a-1"))),
                reports(1, notExecuted(), "first", FIRST),
                asks(Cases.at(place, OWN)));
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
        addJoins(events);
        addQueries(events);
        addResolves(events);
        addAdmissions(events);
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
                "report on a foreign dispatch, committed",
                at(SOON, new Reported("d-9", 2, committed(), Optional.empty(), "new", SOON)));
    }

    private static void addTimes(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("timeout of the second epoch", at(SOON, new TimeoutDue(2)));
        events.put("timeout of the first epoch", at(SOON, new TimeoutDue(1)));
        events.put("stop that reaches the claim", at(SOON, new Stopped(stopOf(StopScope.RUN, "run-a"))));
        events.put("stop of another run", at(SOON, new Stopped(stopOf(StopScope.RUN, "run-b"))));
        events.put("horizon of this version", before -> new Taken(horizon(before, 0), PAST));
        events.put("horizon of an earlier version", before -> new Taken(horizon(before, 1), PAST));
    }

    private static void addJoins(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("request that may wait", at(SOON, asks(request("run-b", "b-1", ASKING))));
        events.put("request that waits, again", at(SOON, asks(WAITING)));
        events.put("withdraw, a request that waits", at(SOON, new Withdrawn("w-1", "run-w", "p")));
        events.put("stop that reaches one who waits", at(SOON, new Stopped(stopOf(StopScope.RUN, "run-w"))));
        events.put("stop that reaches all", at(SOON, new Stopped(stopOf(StopScope.TOOL, "pay"))));
        events.put("still running", at(SOON, new Running("pay-42#e2", 2)));
        events.put("still running, at the longest", at(SECONDS_LATER + 40 * SECOND, new Running("pay-42#e2", 2)));
        events.put("still running, the first epoch", at(SOON, new Running("pay-42#e1", 1)));
    }

    private static void addQueries(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("first query due", at(asked(1), new QueryDue(2, 1)));
        events.put("first query due, a millisecond early", at(SETTLED - 1, new QueryDue(2, 1)));
        events.put("second query due", at(asked(2), new QueryDue(2, 2)));
        events.put("third query due", at(asked(3), new QueryDue(2, 3)));
        events.put("first query of the first epoch due", at(asked(1), new QueryDue(1, 1)));
        events.put("first answer, committed", answer(2, 1, committed()));
        events.put("first answer, committed with a lower revision", answer(2, 1, regressing()));
        events.put("first answer, not committed", answer(2, 1, notCommitted()));
        events.put("first answer, unknown", answer(2, 1, unknown()));
        events.put("first answer, nobody can tell", answer(2, 1, notQueryable()));
        events.put("first answer, kept by its fence", answer(2, 1, notExecuted()));
        events.put("first answer, committed by the first dispatch", naming(2, 1, "pay-42#e1"));
        events.put("first answer, committed by the second dispatch", naming(2, 1, "pay-42#e2"));
        events.put("first answer, committed by another's dispatch", naming(2, 1, "mail-7#e1"));
        events.put("second answer, unknown", answer(2, 2, unknown()));
        events.put("answer on the first epoch, committed", answer(1, 1, committed()));
        events.put("answer on the first epoch, not committed", answer(1, 1, notCommitted()));
        events.put("answer on the first epoch, committed by the first dispatch", naming(1, 1, "pay-42#e1"));
        events.put("answer on the first epoch, committed by the second dispatch", naming(1, 1, "pay-42#e2"));
    }

    private static void addResolves(Map<String, Function<Optional<Operation>, Taken>> events) {
        events.put("resolve, committed", resolve(State.COMMITTED, 0, SETTLED));
        events.put("resolve, not committed", resolve(State.NOT_COMMITTED, 0, SETTLED));
        events.put("resolve, unknown", resolve(State.UNKNOWN, 0, SETTLED));
        events.put("resolve of an earlier version", resolve(State.COMMITTED, 1, SETTLED));
        events.put("resolve, looked a millisecond early", resolve(State.NOT_COMMITTED, 0, SETTLED - 1));
        events.put("resolve, looked in the future", resolve(State.NOT_COMMITTED, 0, asked(9)));
    }

    private static void addAdmissions(Map<String, Function<Optional<Operation>, Taken>> events) {
        Activation told = new Activation(ID, 3, 0);
        events.put("admission", at(SOON, admission(Optional.empty(), Admissions.LIMITS, OptionalLong.empty())));
        events.put(
                "admission, counted before",
                at(SOON, admission(Optional.empty(), Admissions.LIMITS, OptionalLong.of(1))));
        events.put(
                "admission, one level too deep",
                at(SOON, admission(Optional.of(told), new ChainLimits(2, 5), OptionalLong.empty())));
        events.put(
                "admission, one too many",
                at(SOON, admission(Optional.empty(), new ChainLimits(3, 0), OptionalLong.empty())));
        events.put(
                "admission, passed on by another operation",
                at(SOON, admission(Optional.of(told), Admissions.LIMITS, OptionalLong.empty())));
    }

    private static OperationInput admission(Optional<Activation> told, ChainLimits limits, OptionalLong counted) {
        return new OperationInput.AdmissionAsked(Admissions.admission("t-1", told, limits), counted);
    }

    private static Function<Optional<Operation>, Taken> resolve(State found, long earlier, long observedAtMs) {
        return before ->
                new Taken(resolves(found, before.map(Operation::version).orElse(1L) - earlier, observedAtMs), asked(3));
    }

    private static Function<Optional<Operation>, Taken> answer(int epoch, int attempt, Result result) {
        return at(asked(1) + SECOND, answers(epoch, attempt, result, "answer", SOON));
    }

    private static Function<Optional<Operation>, Taken> naming(int epoch, int attempt, String dispatch) {
        return at(asked(1) + SECOND, Cases.naming(answers(epoch, attempt, committed(), "answer", SOON), dispatch));
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
