package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.BEYOND_CHAIN;
import static dev.interlock.audit.witness.Fault.COUNTED_AS_ANOTHER;
import static dev.interlock.audit.witness.Fault.DISPATCHED_AFTER_STOP;
import static dev.interlock.audit.witness.Fault.MISPLACED;
import static dev.interlock.audit.witness.Fault.UNADMITTED;
import static dev.interlock.audit.witness.Fault.UNRESUMED;

import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.Activation;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.MarkerType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Runs that go on although their chain does not let them. The chain of the recorded ones began with {@code pay}. */
final class AdmissionForgeries {
    private AdmissionForgeries() {}

    static Stream<Forgery> all() {
        return Stream.concat(ofPlaces(), ofStops());
    }

    private static Stream<Forgery> ofPlaces() {
        return Stream.of(
                Forgery.of(
                        "a run goes on that was not admitted",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED,
                                answer -> answer.verdict(Verdict.REFUSED).reason("chain_depth")),
                        UNADMITTED,
                        MISPLACED),
                Forgery.of(
                        "a run is counted as another",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED_NEXT,
                                answer -> answer.activation(new Activation("pay", 2, 1))),
                        COUNTED_AS_ANOTHER),
                Forgery.of(
                        "a run has the number of another in another chain",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED_NEXT,
                                answer -> answer.activation(new Activation("other", 2, 1))),
                        MISPLACED),
                Forgery.of(
                        "a run stands beside what triggered it",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED_NEXT,
                                answer -> answer.activation(new Activation("pay", 1, 2))),
                        MISPLACED),
                Forgery.of(
                        "a run begins a chain of its own",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED_NEXT,
                                answer -> answer.activation(new Activation("pay-next", 1, 1))),
                        MISPLACED),
                Forgery.of(
                        "a chain counts more runs than it may",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED_NEXT,
                                answer -> answer.activation(new Activation("pay", 2, 10_001))),
                        BEYOND_CHAIN),
                Forgery.of(
                        "a chain goes deeper than it may",
                        it -> change(
                                it,
                                RecordedLife.TRIGGERED_NEXT,
                                answer -> answer.activation(new Activation("pay", 1_001, 2))),
                        MISPLACED,
                        BEYOND_CHAIN));
    }

    private static Stream<Forgery> ofStops() {
        return Stream.of(
                stopped("its chain", "pay", seen -> RecordedLife.TRIGGERED.equals(seen.runId()), DISPATCHED_AFTER_STOP),
                stopped("the chain it began", "pay", seen -> "pay".equals(seen.operationId()), DISPATCHED_AFTER_STOP),
                Forgery.of(
                        "a dispatch of a run that goes on, behind a stop of its chain",
                        it -> behind(
                                it,
                                "pay",
                                seen -> RecordedLife.TRIGGERED.equals(seen.runId()),
                                dispatch -> dispatch.runId(RecordedLife.TRIGGERED + "~1")),
                        DISPATCHED_AFTER_STOP,
                        UNRESUMED),
                stopped("another chain", "pay-next", seen -> RecordedLife.OPEN.equals(seen.runId())));
    }

    private static Forgery stopped(String whom, String root, Predicate<Dispatch> wanted, Fault... faults) {
        return Forgery.of(
                "a dispatch behind a stop of " + whom, it -> behind(it, root, wanted, dispatch -> dispatch), faults);
    }

    private static void behind(
            Forger it, String root, Predicate<Dispatch> wanted, UnaryOperator<DispatchBuilder> change) {
        Seen<Dispatch> like = it.recording().executes().stream()
                .filter(seen -> wanted.test(seen.record()))
                .findFirst()
                .orElseThrow();
        DispatchForgeries.mark(it, like.raw(), MarkerType.STOP, new Scope(ScopeKind.CHAIN, root));
        DispatchForgeries.dispatch(
                it,
                DispatchForgeries.last(it, RecordedLife.OPEN),
                like,
                dispatch -> change.apply(dispatch.dispatchId("forged").epoch(2)));
    }

    private static void change(Forger it, String runId, UnaryOperator<StageAnswerBuilder> what) {
        Seen<StageAnswer> answer = it.recording().answers().stream()
                .filter(seen -> AnswerTo.ADMIT.equals(seen.record().to())
                        && runId.equals(seen.record().runId()))
                .findFirst()
                .orElseThrow();
        it.change(
                answer, what.apply(StageAnswerBuilder.builder(answer.record())).build());
    }
}
