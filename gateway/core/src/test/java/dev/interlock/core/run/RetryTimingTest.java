package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolContract;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How long a call waits that failed for a reason that may pass; row 4 of the contract's order. */
class RetryTimingTest {
    private final Contracted run = Contracted.run(Presets.balanced(), contract -> contract.withRetryBackoffMs(100));

    @Test
    void eachFailureDoublesTheWait_andTheAgentIsToldIt() {
        assertThat(run.ask("a", Contracted.busy())).isEqualTo("ok");
        assertThat(told()).hasValue(100);
        assertThat(run.after(99).ask("a", Contracted.busy())).isEqualTo("retry_too_early");
        assertThat(run.after(1).ask("a", Contracted.busy())).isEqualTo("ok");
        assertThat(told()).hasValue(200);
        assertThat(run.after(199).ask("a", Contracted.busy())).isEqualTo("retry_too_early");
        assertThat(run.after(1).ask("a", Contracted.ok("found"))).isEqualTo("ok");
    }

    @Test
    void theWaitIsOfOneCall_andOthersOfTheToolGoOn() {
        run.ask("a", Contracted.busy());
        assertThat(run.ask("b", Contracted.ok("b"))).isEqualTo("ok");
    }

    @Test
    void aWorkerThatAsksForMore_getsMore_andOneThatAsksForLessDoesNotGetLess() {
        run.ask("a", Contracted.busy().notBefore(OptionalLong.of(500)));
        assertThat(told()).hasValue(500);
        run.ask("b", Contracted.busy().notBefore(OptionalLong.of(5)));
        assertThat(told()).hasValue(100);
    }

    @Test
    void waitsHaveAnEnd() {
        ToolContract contract =
                Presets.balanced().fallback().orElseThrow().withRetryBackoffMs(Ceilings.LONGEST_MS / 2 + 1);
        assertThat(contract.retryWaitMs(1)).hasValue(Ceilings.LONGEST_MS / 2 + 1);
        assertThat(contract.retryWaitMs(2)).hasValue(Ceilings.LONGEST_MS);
        assertThat(contract.retryWaitMs(Ceilings.MOST)).hasValue(Ceilings.LONGEST_MS);
    }

    private OptionalLong told() {
        return run.bench.outcomes(Outcome.Type.RESULT).getLast().retryAfterMs();
    }
}
