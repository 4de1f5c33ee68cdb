package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Result;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.Passing;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
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

    /** Which failures may pass is the contract's to say; of others nobody is told to wait, and nobody forgives them. */
    @Test
    void onlyFailuresThatMayPass_areSpacedAndForgiven() {
        Contracted all = run(Passing.TRANSIENT, Passing.PERMANENT);
        Contracted none = run();
        all.ask("a", Contracted.broken());
        assertThat(all.bench.outcomes(Outcome.Type.RESULT).getLast().retryAfterMs())
                .hasValue(100);
        none.ask("a", Contracted.busy());
        assertThat(none.bench.outcomes(Outcome.Type.RESULT).getLast().retryAfterMs())
                .isEmpty();
        assertThat(asked(all, "a", Contracted.broken(), 5)).containsExactly("ok", "ok", "ok", "ok", "same_call");
        assertThat(asked(none, "a", Contracted.busy(), 2)).containsExactly("ok", "same_call");
    }

    /** A failure that cannot pass is the same whatever is asked; one that may is not. */
    @Test
    void sameFailure_isAboutWhatCannotPass() {
        Contracted all = run(Passing.TRANSIENT, Passing.PERMANENT);
        Contracted none = run();
        for (int i = 0; i < 5; i++) {
            all.ask("a" + i, Contracted.broken());
            none.ask("a" + i, Contracted.busy());
        }
        assertThat(all.ask("b", Contracted.broken())).isEqualTo("ok");
        assertThat(none.ask("b", Contracted.busy())).isEqualTo("same_failure");
    }

    /** The gateway tries a call again whose result does not come in time, where the contract says that this may pass. */
    @Test
    void aCallThatTakesTooLong_isTriedAgainOnlyWhereThatMayPass() {
        Contracted all = run(Passing.TIMEOUT);
        Contracted none = run(Passing.TRANSIENT);
        for (Contracted each : List.of(all, none)) {
            each.bench.propose("a", Contracted.read("a", Optional.empty()));
            each.bench.report(each.bench.idOf("a"), TimedOutReadTest.TIMED_OUT);
        }
        assertThat(all.bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        assertThat(none.bench.last().verdict().what()).isEqualTo(Verdict.What.TAKEN);
        assertThat(none.bench.state().orElseThrow().budgets().retries().used()).isZero();
    }

    private static Contracted run(Passing... classes) {
        return Contracted.run(
                Presets.balanced(), contract -> contract.withRetryBackoffMs(100).retryingOn(List.of(classes)));
    }

    private static List<String> asked(Contracted run, String what, Result brought, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> run.after(10_000).ask(what, brought))
                .toList();
    }

    private OptionalLong told() {
        return run.bench.outcomes(Outcome.Type.RESULT).getLast().retryAfterMs();
    }
}
