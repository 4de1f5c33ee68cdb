package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A run with an unknown operation that somebody can be asked about. */
class ReconcilingTest {
    private final RunBench bench = new RunBench(Presets.strict());

    @Test
    void writesAreDeniedUntilItIsKnown() {
        RunBench patient = new RunBench(Presets.balanced());
        patient.write("w1", "op-1", "1");
        answer(patient, Verdict.GRANTED, Optional.empty());
        answer(patient, Verdict.UNKNOWN, Optional.empty());
        assertThat(patient.write("w2", "op-2", "2").verdict().reason()).contains(Reason.UNKNOWN_COMMIT);
        assertThat(patient.read("r1", "1").verdict().what()).isEqualTo(dev.interlock.core.run.Verdict.What.GRANTED);

        answer(patient, Verdict.COMMITTED, Optional.of(committed()));
        assertThat(patient.write("w3", "op-2", "2").verdict().what())
                .isEqualTo(dev.interlock.core.run.Verdict.What.REQUESTED);
    }

    @Test
    void foundNotThere_isTriedAgainForOneRetryAndTheSameReservation() {
        unknown();
        answer(bench, Verdict.NOT_COMMITTED, Optional.of(notThere()));

        Budgets budgets = bench.state().orElseThrow().budgets();
        assertThat(requests()).hasSize(2);
        assertThat(requests().get(1).attempt()).isEqualTo(2);
        assertThat(requests().get(1).id()).isNotEqualTo(requests().get(0).id());
        assertThat(budgets.retries().used()).isEqualTo(1);
        assertThat(budgets.calls().reserved()).isEqualTo(1);
        assertThat(bench.outcomes(Outcome.Type.RESULT)).isEmpty();
    }

    @Test
    void foundNotThere_withoutARetryLeft_isToldToTheAgent() {
        unknown();
        for (int i = 0; i < 2; i++) {
            answer(bench, Verdict.NOT_COMMITTED, Optional.of(notThere()));
            answer(bench, Verdict.GRANTED, Optional.empty());
            answer(bench, Verdict.UNKNOWN, Optional.empty());
        }
        answer(bench, Verdict.NOT_COMMITTED, Optional.of(notThere()));

        assertThat(requests()).hasSize(3);
        assertThat(bench.outcomes(Outcome.Type.RESULT)).hasSize(1);
        assertThat(bench.outcomes(Outcome.Type.RESULT).get(0).resultStatus()).contains(ResultStatus.RETRYABLE);
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.OPEN);
        assertThat(bench.state().orElseThrow().budgets().calls().used()).isEqualTo(1);
    }

    @Test
    void notCommittedThatMustWait_isLeftToTheAgentWithTheWait() {
        unknown();
        OpenCall call = open();
        bench.decide(new RunInput.Answered(new Answer(
                Answer.To.REQUEST,
                Verdict.NOT_COMMITTED,
                call.id(),
                "op-1",
                1,
                Optional.of("op-1#e1"),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(700),
                Optional.of(notThere()),
                Map.of(),
                false,
                bench.clock())));

        assertThat(requests()).hasSize(1);
        assertThat(bench.outcomes(Outcome.Type.RESULT).get(0).retryAfterMs()).hasValue(700);
    }

    @Test
    void finish_waitsForWhatIsUnknown_andIsPartialWhenItIsKnown() {
        unknown();
        bench.finish(Finish.Cause.AGENT);
        assertThat(bench.outcomes(Outcome.Type.TERMINAL)).isEmpty();

        answer(bench, Verdict.COMMITTED, Optional.of(committed()));
        assertThat(terminal().status()).contains(Status.PARTIAL);
        assertThat(terminal().inFlight()).isEmpty();
    }

    @Test
    void finish_needsReconciliationWhenNobodyFindsOut() {
        unknown();
        bench.finish(Finish.Cause.AGENT);
        answer(bench, Verdict.EXHAUSTED, Optional.empty());

        assertThat(terminal().status()).contains(Status.NEEDS_RECONCILIATION);
        assertThat(terminal().reason()).contains(Reason.UNKNOWN_COMMIT);
    }

    @Test
    void deadline_needsReconciliationWhileItIsAskedAbout() {
        unknown();
        bench.at(61_000).due(new Timer.Deadline());

        assertThat(terminal().status()).contains(Status.NEEDS_RECONCILIATION);
        answer(bench, Verdict.COMMITTED, Optional.of(committed()));
        assertThat(bench.outcomes(Outcome.Type.SETTLED)).hasSize(1);
    }

    private void unknown() {
        bench.write("w1", "op-1", "1");
        answer(bench, Verdict.GRANTED, Optional.empty());
        answer(bench, Verdict.UNKNOWN, Optional.empty());
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.RECONCILING);
    }

    private OpenCall open() {
        return bench.state().orElseThrow().open().get(bench.idOf("w1"));
    }

    private static void answer(RunBench of, Verdict verdict, Optional<Result> result) {
        of.answer(Answer.To.REQUEST, verdict, of.idOf("w1"), result);
    }

    private List<OpenCall> requests() {
        return bench.effects().stream()
                .filter(RunEffect.Request.class::isInstance)
                .map(effect -> ((RunEffect.Request) effect).call())
                .toList();
    }

    private Outcome terminal() {
        return bench.outcomes(Outcome.Type.TERMINAL).get(0);
    }

    private static Result committed() {
        return RunBench.result(ResultStatus.OK, Effect.COMMITTED, 1, false);
    }

    private static Result notThere() {
        return RunBench.result(ResultStatus.RETRYABLE, Effect.NOT_COMMITTED, 0, false);
    }
}
