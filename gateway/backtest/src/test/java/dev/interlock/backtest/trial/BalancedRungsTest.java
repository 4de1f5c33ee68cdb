package dev.interlock.backtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.policy.contract.Standards;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every step of every ladder of <em>balanced</em> can be reached with its numbers as they are: three denials and then a
 * stop, or a stop at once.
 */
class BalancedRungsTest {
    private static final long HOUR = 3_600_000;

    static Stream<Arguments> ladders() {
        return Stream.of(
                Arguments.of(
                        "same call, equal results", run().times(6, (r, i) -> r.reads("a", "1")), Reason.SAME_CALL, 3),
                Arguments.of(
                        "same call, five tries of a failure that may pass",
                        run().times(9, (r, i) -> r.failsForNow("a", "503")),
                        Reason.SAME_CALL,
                        6),
                Arguments.of(
                        "same write, equal acknowledgements",
                        run().times(6, (r, i) -> r.writes("a", "ok")),
                        Reason.SAME_CALL,
                        3),
                Arguments.of(
                        "what is never ready, asked for a hundred times",
                        run().times(104, (r, i) -> r.reads("job", "pending")),
                        Reason.POLL_LIMIT,
                        101),
                Arguments.of(
                        "what is not ready after half an hour",
                        run().times(19, (r, i) -> r.at(i * 121_000L).reads("job", "pending")),
                        Reason.POLL_DEADLINE,
                        16),
                Arguments.of(
                        "same failure of one tool, whatever the arguments",
                        run().times(9, (r, i) -> r.failsForGood("argument " + i, "no such field")),
                        Reason.SAME_FAILURE,
                        6),
                Arguments.of(
                        "thirty results that bring nothing new",
                        run().times(36, (r, i) -> r.reads("words " + i, "list " + i % 2)),
                        Reason.NO_PROGRESS,
                        33),
                Arguments.of(
                        "four retries of one call, each failing otherwise",
                        run().times(9, (r, i) -> r.failsForNow("a", "503, trace " + i)),
                        Reason.RETRY_BUDGET,
                        6),
                Arguments.of(
                        "a hundred retries in all",
                        run().times(
                                        25,
                                        (r, i) -> r.times(5, (s, k) -> s.failsForNow("a" + i, "503"))
                                                .reads("b" + i, "new " + i))
                                .failsForNow("c", "503")
                                .times(4, (r, i) -> r.failsForNow("c", "503")),
                        Reason.RETRY_BUDGET,
                        152),
                Arguments.of(
                        "sixteen calls open at one time",
                        run().inTurn(1).times(20, (r, i) -> r.reads("a" + i, "new " + i)),
                        Reason.PARALLEL_LIMIT,
                        17));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("ladders")
    void guard_deniesThreeTimes_andThenEndsTheRun(String what, Recording recording, Reason reason, int first) {
        Finding finding = played(recording);
        assertThat(refusals(finding))
                .as(what)
                .containsExactlyElementsOf(IntStream.range(first, first + 4)
                        .mapToObj(call -> call + " " + reason.code())
                        .toList());
        assertThat(finding.stopped()).contains(new Stopped(first + 3, reason));
    }

    /** Each time it is told it is counted anew, so the fourth time comes after four times eight reads. */
    @Test
    void oneResultInEightTurns_whateverTheArguments_isDeniedOnceEachTime_andTheFourthTimeEndsTheRun() {
        Finding finding = played(run().times(
                        4,
                        (r, i) -> r.with("search")
                                .times(9, (s, k) -> s.reads("words " + i + " " + k, "nothing found"))
                                .with("other")
                                .reads("a" + i, "new " + i)));
        assertThat(refusals(finding))
                .containsExactly("9 no_progress", "19 no_progress", "29 no_progress", "39 no_progress");
        assertThat(finding.stopped()).contains(new Stopped(39, Reason.NO_PROGRESS));
    }

    /** Each time it is told it is counted anew. Whoever tries another tool in between comes no further. */
    @Test
    void aToolOfWhichNothingIsReported_isDeniedOnceEachThreeCalls_andTheFourthTimeEndsTheRun() {
        Finding finding = played(run().times(
                        4,
                        (r, i) -> r.with("plan")
                                .times(4, (s, k) -> s.readsUnreported("step " + i + " " + k))
                                .with("other")
                                .reads("a" + i, "new " + i)));
        assertThat(refusals(finding))
                .containsExactly("4 no_progress", "9 no_progress", "14 no_progress", "19 no_progress");
        assertThat(finding.stopped()).contains(new Stopped(19, Reason.NO_PROGRESS));
    }

    /** Several writes in a block: each undoes what was counted against the others, so only the block tells. */
    @ParameterizedTest(name = "blocks of {0} calls")
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void thirdBlockOfWrites_isDeniedBeforeItIsComplete(int length) {
        Recording blocks =
                run().times(3, (r, i) -> block(r, length)).times(3, (r, i) -> r.writes("step " + length, "ok"));
        Finding finding = played(blocks);
        int completes = 3 * length;
        assertThat(refusals(finding))
                .containsExactlyElementsOf(IntStream.range(completes, completes + 4)
                        .mapToObj(call -> call + " short_cycle")
                        .toList());
        assertThat(finding.stopped()).contains(new Stopped(completes + 3, Reason.SHORT_CYCLE));
    }

    @ParameterizedTest(name = "blocks of {0} calls")
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void whoGoesRoundInWrites_isStoppedInTheEnd(int length) {
        Finding finding = played(run().times(20, (r, i) -> block(r, length)));
        assertThat(finding.denied()).map(Denied::reason).contains(Reason.SHORT_CYCLE);
        assertThat(finding.stopped())
                .map(Stopped::reason)
                .hasValueSatisfying(why -> assertThat(why).isIn(Reason.SHORT_CYCLE, Reason.NO_PROGRESS));
    }

    @ParameterizedTest(name = "blocks of {0} calls")
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void thirdBlockOfFailuresThatMayPass_isDenied(int length) {
        Recording blocks = run().times(3, (r, i) -> r.times(length, (s, k) -> s.failsForNow("step " + k, "503")));
        assertThat(refusals(played(blocks))).containsExactly(3 * length + " short_cycle");
    }

    static Stream<Arguments> stops() {
        return Stream.of(
                Arguments.of(
                        "turns",
                        run().times(501, (r, i) -> r.reads("a" + i, "new " + i)),
                        new Stopped(501, Reason.TURN_BUDGET)),
                Arguments.of(
                        "calls, two of them in a turn",
                        run().times(501, (r, i) -> r.inTurn((i + 1) / 2).reads("a" + i, "new " + i)),
                        new Stopped(501, Reason.CALL_BUDGET)),
                Arguments.of(
                        "model calls, two of them in a turn",
                        run().times(501, (r, i) -> r.inTurn((i + 1) / 2).asksAModel("a" + i, "new " + i)),
                        new Stopped(501, Reason.CALL_BUDGET)),
                Arguments.of(
                        "an hour",
                        run().times(2, (r, i) -> r.at((i - 1) * (HOUR + 1)).reads("a" + i, "new " + i)),
                        new Stopped(2, Reason.DEADLINE)));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("stops")
    void whatIsUsedUp_endsTheRunAtOnce(String what, Recording recording, Stopped stopped) {
        Finding finding = played(recording);
        assertThat(finding.stopped()).as(what).contains(stopped);
        assertThat(finding.executed()).isEqualTo(stopped.call() - 1);
    }

    @Test
    void fiftiethCallBeforeTheHourIsOver_mayRun() {
        assertThat(refusals(played(
                        run().times(50, (r, i) -> r.at((i - 1) * HOUR / 50).reads("a" + i, "new " + i)))))
                .isEmpty();
    }

    private static Recording block(Recording recording, int length) {
        return recording.times(length, (r, k) -> r.writes("step " + k, "ok"));
    }

    private static Recording run() {
        return Recording.begins();
    }

    private static Finding played(Recording recording) {
        return Trial.of(recording.ends(), Standards.balanced().contracts());
    }

    private static List<String> refusals(Finding finding) {
        return finding.denied().stream()
                .map(denied -> denied.call() + " " + denied.reason().code())
                .toList();
    }
}
