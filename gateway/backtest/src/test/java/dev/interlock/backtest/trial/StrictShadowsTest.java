package dev.interlock.backtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.run.Ending;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is shadowed in <em>strict</em>: guards that others come before, as long as calls come one after the other and
 * progress is a validated revision. Three results without progress end a run, so what needs more of them to be seen is
 * not; it is reached where calls are made before the results of others are in, or where there is progress between.
 */
class StrictShadowsTest {
    private final Walk walk = new Walk(Presets.strict());

    static Stream<Arguments> serial() {
        return Stream.of(
                row("the same call is reached", at(0).times(3, (r, i) -> r.reads("a", "1")), 3, Reason.SAME_CALL),
                row(
                        "A, B, A, B: the third result without progress comes first",
                        at(1).times(2, (r, i) -> r.reads("a", "1").reads("b", "2")),
                        4,
                        Reason.NO_PROGRESS),
                row(
                        "longer blocks likewise",
                        at(1).times(2, (r, i) -> r.times(3, (s, k) -> s.reads("a" + k, "1"))),
                        4,
                        Reason.NO_PROGRESS),
                row(
                        "the third try of a failing call is a same call before it is a retry too many",
                        at(0).times(4, (r, i) -> r.failsForNow("a", "503")),
                        3,
                        Reason.SAME_CALL),
                row(
                        "with progress between, the fourth try is a retry too many",
                        at(0).times(
                                        3,
                                        (r, i) -> r.failsForNow("a", "503")
                                                .provenAs(i)
                                                .reads("b" + i, "1"))
                                .failsForNow("a", "503"),
                        7,
                        Reason.RETRY_BUDGET),
                row(
                        "one call a turn: the turns are used up first",
                        at(0).times(21, (r, i) -> r.provenAs(i).reads("a" + i, "1")),
                        16,
                        Reason.TURN_BUDGET),
                row(
                        "two calls a turn: the calls are",
                        at(0).times(
                                        21,
                                        (r, i) -> r.provenAs(i)
                                                .inTurn((i + 1) / 2)
                                                .reads("a" + i, "1")),
                        21,
                        Reason.CALL_BUDGET),
                row(
                        "nine calls open at one time are reached",
                        at(1).inTurn(1).times(9, (r, i) -> r.reads("a" + i, "1")),
                        9,
                        Reason.PARALLEL_LIMIT),
                row(
                        "failures alike do not count, for three without progress come first",
                        at(0).times(5, (r, i) -> r.failsForGood("a" + i, "no such field")),
                        3,
                        Reason.NO_PROGRESS));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource("serial")
    void oneCallAfterTheOther(String what, Recording recording, int call, Reason reason) {
        assertThat(Trial.of(recording.ends(), Presets.strict()).stopped())
                .as(what)
                .contains(new Stopped(call, reason));
    }

    @Test
    void blockOfTwo_isReachedWhereTheSecondComesBeforeTheResultsOfTheFirst() {
        for (int turn = 1; turn <= 2; turn++) {
            walk.propose(Walk.read("a", turn), Optional.empty());
            walk.propose(Walk.read("b", turn), Optional.empty());
        }
        assertThat(walk.ending()).map(Ending::reason).contains(Reason.SHORT_CYCLE);
    }

    @Test
    void blockOfTwo_isReachedByParallelCallsThatFollowTheirResults() {
        TracedCall a = Walk.read("a", 1);
        TracedCall b = Walk.read("b", 1);
        walk.propose(a, Optional.empty());
        walk.propose(b, Optional.empty());
        walk.report(1, RecordedFacts.result(a, RecordedFacts.kind(a.kind())));
        walk.report(2, RecordedFacts.result(b, RecordedFacts.kind(b.kind())));
        walk.propose(Walk.read("a", 2), Optional.empty());
        walk.propose(Walk.read("b", 2), Optional.empty());
        assertThat(walk.ending()).map(Ending::reason).contains(Reason.SHORT_CYCLE);
    }

    @Test
    void ninthHandoff_isReachedWhereEachAgentAdvances() {
        for (int i = 1; i <= 9; i++) {
            TracedCall call = Walk.call(TracedCall.Kind.READ, "agent " + i % 2, "a" + i, i, i);
            walk.propose(call, Optional.of("agent " + (i + 1) % 2));
            walk.report(RecordedFacts.result(call, RecordedFacts.kind(call.kind())));
        }
        assertThat(walk.ending()).map(Ending::reason).contains(Reason.HANDOFF_BUDGET);
    }

    private static Arguments row(String what, Recording recording, int call, Reason reason) {
        return Arguments.of(what, recording, call, reason);
    }

    /** A run whose results have this validated revision. */
    private static Recording at(long revision) {
        return Recording.begins().provenAs(revision);
    }
}
