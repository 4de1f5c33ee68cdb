package dev.interlock.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Repetition.Span;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PresetsTest {

    static Stream<Arguments> numbers() {
        return Stream.of(
                //            policy                 turns calls wall clock  same  span                 idle
                Arguments.of(Presets.strict(), 15, 20, 60_000L, 2, Span.SINCE_PROGRESS, 3),
                Arguments.of(Presets.articleA(), 6, 4, 60_000L, 2, Span.SINCE_PROGRESS, 3),
                Arguments.of(Presets.articleB(), 20, 20, 60_000L, 2, Span.WINDOW, 3),
                Arguments.of(Presets.articleC(), 10, 10, 3_600_000L, 2, Span.RUN, 0),
                Arguments.of(Presets.articleD(), 8, 8, 3_600_000L, 2, Span.CONSECUTIVE, 0));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void presets_haveTheNumbersTheirSourcesName(
            Policy policy, int turns, int calls, long wallClockMs, int identical, Span span, int idle) {
        assertThat(policy.ceilings().turns()).isEqualTo(turns);
        assertThat(policy.ceilings().calls()).isEqualTo(calls);
        assertThat(policy.ceilings().wallClockMs()).isEqualTo(wallClockMs);
        assertThat(policy.repetition().identical().allowed()).isEqualTo(identical);
        assertThat(policy.repetition().identical().span()).isEqualTo(span);
        assertThat(policy.repetition().idle()).isEqualTo(idle);
    }

    @Test
    void strict_stopsWhereBalancedDeniesThreeTimesFirst() {
        assertThat(Presets.strict().action(Reason.SAME_CALL)).isInstanceOf(Action.Stop.class);
        assertThat(Presets.balanced().action(Reason.SAME_CALL)).isEqualTo(new Action.DenyThenStop(3));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("ceilings.turns", () -> new Ceilings(-1, 1, 1, 1, 1, 1, 1, 1)),
                fault("ceilings.calls", () -> new Ceilings(1, Integer.MAX_VALUE, 1, 1, 1, 1, 1, 1)),
                fault("ceilings.model_calls", () -> new Ceilings(1, 1, -1, 1, 1, 1, 1, 1)),
                fault("ceilings.wall_clock_ms", () -> new Ceilings(1, 1, 1, 0, 1, 1, 1, 1)),
                fault("ceilings.wall_clock_ms", () -> new Ceilings(1, 1, 1, Long.MAX_VALUE, 1, 1, 1, 1)),
                fault("ceilings.retries", () -> new Ceilings(1, 1, 1, 1, Ceilings.MOST + 1, 1, 1, 1)),
                fault("repetition.identical.window", () -> new Repetition.Identical(2, Span.RUN, 0, false, 0)),
                fault("repetition.cycle", () -> new Repetition.Cycle(9, 2, false)),
                fault("denials", () -> new Action.DenyThenStop(0)),
                fault("ceilings.parallel", () -> new Ceilings(1, 1, 1, 1, 1, 1, 129, 1)),
                fault("horizons.stub_ms", () -> new Horizons(1_000, 10, 1_009, 1)),
                fault("horizons.proposal_ms", () -> new Horizons(Long.MAX_VALUE, 0, 1, 1)),
                fault("repetition.identical", () -> new Repetition(null, Repetition.Cycle.off(), 0, 0, 0, false)),
                fault(
                        "repetition.unreported",
                        () -> new Repetition(
                                Presets.strict().repetition().identical(),
                                Repetition.Cycle.off(),
                                0,
                                0,
                                OptionalInt.of(0),
                                0,
                                false)),
                fault("repetition.cycle", () -> new Repetition.Cycle(8, 33, false)),
                fault("repetition.churn.repeated", () -> new Repetition.Churn(9, 8)),
                fault("repetition.churn.window", () -> new Repetition.Churn(1, 257)),
                fault("repetition.churn.window", () -> churning(new Repetition.Churn(1, 65))),
                fault("same_call.span", () -> new SameCall(1, Optional.of(Span.RUN), OptionalInt.empty())),
                fault("same_call.allowed", () -> SameCall.allowing(-1)),
                fault(
                        "tools.job.same_call.window",
                        () -> Presets.balanced()
                                .with(
                                        "job",
                                        Presets.balanced()
                                                .fallback()
                                                .orElseThrow()
                                                .with(new SameCall(1, Optional.empty(), OptionalInt.of(65))))),
                fault("horizons", () -> policy(null, Map.of())),
                fault(
                        "actions.unknown_tool",
                        () -> policy(Presets.strict().horizons(), Map.of(Reason.UNKNOWN_TOOL, new Action.Observe()))),
                fault("tool.max_timeout_ms", () -> tool(10, 5)),
                fault("tool.timeout_ms", () -> tool(-1, 5)),
                fault("tool.max_timeout_ms", () -> tool(1, Long.MAX_VALUE)));
    }

    private static Repetition churning(Repetition.Churn churn) {
        Repetition rules = Presets.balanced().repetition();
        return new Repetition(rules.identical(), rules.cycle(), 0, 0, OptionalInt.empty(), 0, Optional.of(churn), true);
    }

    private static Arguments fault(String field, Supplier<?> made) {
        return Arguments.of(field, made);
    }

    private static Policy policy(Horizons horizons, Map<Reason, Action> actions) {
        Policy strict = Presets.strict();
        return new Policy(
                "p",
                strict.ceilings(),
                strict.chains(),
                strict.repetition(),
                strict.otherwise(),
                actions,
                false,
                true,
                horizons,
                ApprovalRule.NONE,
                Map.of(),
                Optional.empty());
    }

    private static ToolContract tool(long timeoutMs, long maxTimeoutMs) {
        return new ToolContract(
                timeoutMs, maxTimeoutMs, 0, 0, 0, 0, false, false, 0, 0, 0, ToolContract.ProgressRule.REVISION);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void unboundedOrSenselessLimits_areRefusedNamingTheField(String field, Supplier<?> made) {
        assertThatThrownBy(made::get)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(field);
    }
}
