package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.CONTRACT;
import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.HOUR;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.notCommitted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.resolves;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Mistake;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Value;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationEffect.Reject;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.Resolved;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What an operator may settle, and what a command is refused for. */
class ResolvingTest {
    private static final long TIMED_OUT = FIRST + 30 * SECOND;
    private static final long SETTLED = FIRST + 43 * SECOND;

    private final Trail trail = new Trail(ID);

    @Test
    void committed_isAnsweredToTheHolderWithTheOperatorsValue() {
        unknown(CONTRACT);
        OperationDecision decision = trail.take(resolves(State.COMMITTED, 2, SETTLED), SETTLED);
        Answer answer = answers(decision).get(0);

        assertThat(decision.verdict().what()).isEqualTo(What.RESOLVED);
        assertThat(answer.verdict()).isEqualTo(Verdict.COMMITTED);
        assertThat(answer.requestId()).isEqualTo("a-1");
        Result result = answer.result().orElseThrow();
        assertThat(result.status()).isEqualTo(ResultStatus.OK);
        assertThat(result.effect()).isEqualTo(Effect.COMMITTED);
        assertThat(result.value()).isEqualTo(new Value("receipt-value", false));
        assertThat(trail.operation().resolvedBy()).contains("ops");
        assertThat(trail.operation().version()).isEqualTo(3);
    }

    @Test
    void notCommitted_opensNoEpochByItself() {
        unknown(CONTRACT);
        OperationDecision decision = trail.take(resolves(State.NOT_COMMITTED, 2, SETTLED), SETTLED);

        assertThat(answers(decision)).extracting(Answer::verdict).containsExactly(Verdict.NOT_COMMITTED);
        assertThat(answers(decision).get(0).result().orElseThrow().mayPass(CONTRACT))
                .isTrue();
        assertThat(trail.operation().claim().epoch()).isEqualTo(1);
        assertThat(trail.take(asks(request("run-a", "a-2")), SETTLED).verdict().what())
                .isEqualTo(What.GRANTED);
        assertThat(trail.operation().resolvedBy()).isEmpty();
    }

    @Test
    void contradiction_isDecidedByTheOperator() {
        trail.take(asks(request("run-a", "a-1")), FIRST);
        trail.take(reports(1, committed(), "first", FIRST), FIRST);
        trail.take(reports(1, notCommitted(), "second", FIRST), FIRST);
        trail.take(resolves(State.COMMITTED, 3, SETTLED), SETTLED);

        assertThat(trail.operation().conflicting()).isFalse();
        assertThat(trail.operation().state()).isEqualTo(State.COMMITTED);
        assertThat(trail.operation().report().map(Report::source)).contains(Report.Source.OPERATOR);
    }

    @Test
    void evidenceAgainstTheOperator_contradictsAgain() {
        unknown(CONTRACT);
        trail.take(resolves(State.NOT_COMMITTED, 2, SETTLED), SETTLED);
        OperationDecision late = trail.take(reports(1, committed(), "late", SETTLED), SETTLED);

        assertThat(late.verdict().what()).isEqualTo(What.CONFLICTING);
        assertThat(trail.operation().resolvedBy()).isEmpty();
    }

    @Test
    void workerThatDescribesTheEffectInOtherWords_doesNotContradictTheOperator() {
        unknown(CONTRACT);
        trail.take(resolves(State.COMMITTED, 2, SETTLED), SETTLED);
        OperationDecision late = trail.take(reports(1, committed("its own words"), "late", SETTLED), SETTLED);

        assertThat(late.verdict().what()).isEqualTo(What.IGNORED);
    }

    @Test
    void finding_repeatsTheRevisionThatWasCurrentWhereTheContractWantsOne() {
        unknown(new ToolContract(
                30 * SECOND, 40 * SECOND, SECOND, 2 * SECOND, HOUR, 2, true, false, 0, 0, 0, ProgressRule.REVISION));
        OperationDecision decision = trail.take(resolves(State.COMMITTED, 2, SETTLED), SETTLED);
        Result result = answers(decision).get(0).result().orElseThrow();

        assertThat(result.evidence().revision()).hasValue(5);
        assertThat(result.evidence().done()).contains(false);
    }

    @Test
    void refusal_namesTheFieldTheRuleAndTheValue() {
        assertThat(refused(resolves(State.COMMITTED, 2, SETTLED)))
                .isEqualTo(new Mistake("operation_id", "names a known operation", "pay-42"));
        unknown(CONTRACT);
        assertThat(refused(resolves(State.COMMITTED, 1, SETTLED)))
                .isEqualTo(new Mistake("expect_version", "is the operation's version, 2", "1"));
        assertThat(refused(resolves(State.COMMITTED, 2, SETTLED - 1)).field()).isEqualTo("observed_at_ms");
        assertThat(refused(resolves(State.COMMITTED, 2, SETTLED - 1)).rule()).contains("is at least " + SETTLED);
        assertThat(refused(resolves(State.COMMITTED, 2, SETTLED + SECOND + 1)).rule())
                .isEqualTo("is not in the future");
        assertThat(refused(resolves(State.UNKNOWN, 2, SETTLED)))
                .isEqualTo(new Mistake("state", "one of committed, not_committed", "unknown"));
        assertThat(refused(finding(OptionalLong.empty(), new Value("v", false))))
                .isEqualTo(new Mistake("observed_at_ms", "required", ""));
        assertThat(refused(finding(OptionalLong.of(SETTLED), Value.ABSENT)).field())
                .isEqualTo("value");
        trail.take(reports(1, committed(), "late", SETTLED), SETTLED);
        assertThat(refused(resolves(State.NOT_COMMITTED, 3, SETTLED)))
                .isEqualTo(new Mistake("operation_id", "names an unknown operation", "committed"));
    }

    private Mistake refused(Resolved command) {
        OperationDecision decision = trail.take(command, SETTLED);
        assertThat(decision.verdict().what()).isEqualTo(What.REFUSED);
        assertThat(decision.effects()).hasSize(1);
        return ((Reject) decision.effects().get(0)).mistake();
    }

    private static Resolved finding(OptionalLong observedAtMs, Value value) {
        return new Resolved(new Resolution(
                "control-1", "ops", "looked", State.COMMITTED, 2, observedAtMs, value, "finding", SETTLED));
    }

    private void unknown(ToolContract contract) {
        trail.take(asks(request("run-a", "a-1", contract)), FIRST);
        trail.take(new TimeoutDue(1), TIMED_OUT);
    }

    private static List<Answer> answers(OperationDecision decision) {
        return decision.effects().stream()
                .filter(Reply.class::isInstance)
                .map(effect -> ((Reply) effect).answer())
                .toList();
    }
}
