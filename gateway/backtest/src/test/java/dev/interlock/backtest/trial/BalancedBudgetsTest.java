package dev.interlock.backtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.run.Ending;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Ceilings of <em>balanced</em> that recorded runs do not reach: handoffs, denials, and model calls by their own name. */
class BalancedBudgetsTest {
    private final Walk walk = new Walk(Presets.balanced());

    @Test
    void fiftyHandoffsMayHappen_threeMoreAreDenied_andTheNextEndsTheRun() {
        for (int i = 1; i <= 50; i++) {
            assertThat(handOver(i)).isEmpty();
        }
        for (int i = 51; i <= 53; i++) {
            assertThat(handOver(i)).contains(Reason.HANDOFF_BUDGET);
            assertThat(walk.ending()).isEmpty();
        }
        assertThat(handOver(54)).contains(Reason.HANDOFF_BUDGET);
        assertThat(walk.ending()).map(Ending::reason).contains(Reason.HANDOFF_BUDGET);
    }

    /** Asking too early is denied as often as one likes, but not for ever. */
    @Test
    void fiftyDenialsMayHappen_andTheNextEndsTheRun() {
        TracedCall call = Walk.read("a", 1);
        walk.propose(call, Optional.empty());
        walk.report(later());
        for (int i = 1; i <= 50; i++) {
            assertThat(walk.propose(call, Optional.empty())).contains(Reason.RETRY_TOO_EARLY);
            assertThat(walk.ending()).isEmpty();
        }
        walk.propose(call, Optional.empty());
        assertThat(walk.ending()).map(Ending::reason).contains(Reason.DENIALS);
    }

    @Test
    void whereNothingButModelsIsCalled_theirOwnCeilingEndsTheRun() {
        for (int i = 1; i <= 501; i++) {
            TracedCall call = Walk.call(TracedCall.Kind.MODEL, "agent", "a" + i, (i + 1) / 2, 0);
            walk.propose(call, Optional.empty());
            walk.report(RecordedFacts.result(call, RecordedFacts.kind(call.kind())));
        }
        assertThat(walk.ending()).flatMap(Ending::guard).contains(new GuardReading("model_calls", 500, 501));
    }

    private Optional<Reason> handOver(int number) {
        TracedCall call = Walk.call(TracedCall.Kind.READ, "agent " + number % 2, "a" + number, number, 0);
        Optional<Reason> denied = walk.propose(call, Optional.of("agent " + (number + 1) % 2));
        walk.report(RecordedFacts.result(call, RecordedFacts.kind(call.kind())));
        return denied;
    }

    private static Result later() {
        return new Result(
                ResultStatus.RETRYABLE,
                Effect.NONE,
                Evidence.NONE,
                Value.ABSENT,
                Optional.of(new ToolError(ToolError.Kind.TRANSIENT, "rate limited")),
                Optional.empty(),
                OptionalLong.of(60_000),
                1);
    }
}
