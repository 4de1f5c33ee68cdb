package dev.interlock.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.policy.ToolContract.Passing;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A contract, and which failures may pass under it. */
class ToolContractTest {
    private static final ToolContract PLAIN =
            new ToolContract(1, 2, 3, 4, 5, 6, true, true, 7, 8, 9, ProgressRule.REVISION);

    private static Result failure(Passing failing) {
        Optional<ToolError> error = Optional.of(
                switch (failing) {
                    case TRANSIENT -> new ToolError(ToolError.Kind.TRANSIENT, "503");
                    case PERMANENT -> new ToolError(ToolError.Kind.PERMANENT, "404");
                    case INVALID -> new ToolError(ToolError.Kind.INVALID, "no such field");
                    case TIMEOUT -> new ToolError(ToolError.Kind.TRANSIENT, ToolError.TIMEOUT);
                });
        return result(ResultStatus.RETRYABLE, error);
    }

    private static Result result(ResultStatus status, Optional<ToolError> error) {
        return new Result(
                status, Effect.NONE, Evidence.NONE, Value.ABSENT, error, Optional.empty(), OptionalLong.empty(), 1);
    }

    @ParameterizedTest
    @EnumSource(Passing.class)
    void onlyTheClassesAContractNames_mayPass(Passing named) {
        ToolContract contract = PLAIN.retryingOn(List.of(named));
        Set<Passing> pass = EnumSet.noneOf(Passing.class);
        Stream.of(Passing.values())
                .filter(failing -> failure(failing).mayPass(contract))
                .forEach(pass::add);
        assertThat(pass).containsExactly(named);
    }

    @Test
    void withoutAWord_whatTheWorkerCallsTransient_andTimeouts_mayPass() {
        assertThat(Stream.of(Passing.values())
                        .filter(failing -> failure(failing).mayPass(PLAIN)))
                .containsExactly(Passing.TRANSIENT, Passing.TIMEOUT);
        assertThat(result(ResultStatus.RETRYABLE, Optional.empty()).mayPass(PLAIN))
                .isTrue();
    }

    @Test
    void noClassMakesAFinalFailureOrASuccessPass() {
        ToolContract all = PLAIN.retryingOn(List.of(Passing.values()));
        Optional<ToolError> error = Optional.of(new ToolError(ToolError.Kind.TRANSIENT, "503"));
        assertThat(Stream.of(ResultStatus.values())
                        .filter(status -> result(status, error).mayPass(all)))
                .containsExactly(ResultStatus.RETRYABLE);
    }

    @Test
    void equalClassesInAnyOrder_areOneContract() {
        assertThat(PLAIN.retryingOn(List.of(Passing.TIMEOUT, Passing.INVALID, Passing.TIMEOUT)))
                .isEqualTo(PLAIN.retryingOn(List.of(Passing.INVALID, Passing.TIMEOUT)));
    }

    @Test
    void eachChange_changesItsPart_andNothingElse() {
        ToolContract first = PLAIN.with(ToolLimits.ofCalls(1))
                .with(new PollRule(2, 3, 4))
                .with(new PageRule(5))
                .withCostMicros(6)
                .withRetryBackoffMs(7)
                .retryingOn(List.of(Passing.PERMANENT))
                .with(SameCall.inARow(8))
                .with(ProgressRule.NEW_RESULT);
        assertThat(first)
                .isEqualTo(new ToolContract(
                        1,
                        2,
                        3,
                        4,
                        5,
                        6,
                        true,
                        true,
                        7,
                        8,
                        9,
                        ProgressRule.NEW_RESULT,
                        Optional.of(new ToolLimits(OptionalInt.of(1), OptionalInt.empty())),
                        Optional.of(new PollRule(2, 3, 4)),
                        Optional.of(new PageRule(5)),
                        OptionalLong.of(6),
                        OptionalLong.of(7),
                        Optional.of(List.of(Passing.PERMANENT)),
                        Optional.empty(),
                        Optional.of(SameCall.inARow(8))));
        assertThat(PLAIN.countingAs("search").countsAs()).contains("search");
    }
}
