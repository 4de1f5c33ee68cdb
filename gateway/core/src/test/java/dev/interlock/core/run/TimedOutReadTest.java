package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.policy.Presets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A read whose time is over: it makes no difference whether its worker says so first or the gateway notices first. */
class TimedOutReadTest {
    static final Result TIMED_OUT = new Result(
            ResultStatus.RETRYABLE,
            Effect.NONE,
            Evidence.NONE,
            Value.ABSENT,
            Optional.of(new ToolError(ToolError.Kind.TRANSIENT, ToolError.TIMEOUT)),
            Optional.empty(),
            OptionalLong.empty(),
            1);

    @Test
    void timeoutReportedByTheWorker_leadsToTheSameStateAsTheDueTime() {
        RunState reported = afterThreeTimeouts(b -> b.report(b.idOf("r1"), TIMED_OUT));
        RunState due = afterThreeTimeouts(b -> b.due(new Timer.Dispatch(
                b.idOf("r1"), b.state().orElseThrow().open().get(b.idOf("r1")).attempt())));
        assertThat(reported).isEqualTo(due);
    }

    @Test
    void timeoutReportedByTheWorker_isRetriedWithinItsRetriesAndThenToldToTheAgent() {
        RunBench bench = new RunBench(Presets.strict());
        bench.read("r1", "1");
        bench.report(bench.idOf("r1"), TIMED_OUT);
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        bench.report(bench.idOf("r1"), TIMED_OUT);
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        bench.report(bench.idOf("r1"), TIMED_OUT);
        assertThat(bench.outcomes(Outcome.Type.RESULT))
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.error())
                        .contains(new ToolError(ToolError.Kind.TRANSIENT, ToolError.TIMEOUT)));
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.OPEN);
    }

    private static RunState afterThreeTimeouts(Consumer<RunBench> timeout) {
        RunBench bench = new RunBench(Presets.strict());
        bench.read("r1", "1");
        for (int attempt = 1; attempt <= 3; attempt++) {
            timeout.accept(bench);
        }
        return bench.state().orElseThrow();
    }
}
