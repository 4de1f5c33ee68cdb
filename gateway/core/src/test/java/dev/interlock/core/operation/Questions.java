package dev.interlock.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationEffect.ArmQuery;
import dev.interlock.core.operation.OperationEffect.DisarmQuery;
import dev.interlock.core.operation.OperationEffect.Query;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.QueryDue;
import dev.interlock.core.operation.OperationInput.Resolved;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.run.Answer.Verdict;
import java.util.Optional;

/** What is promised of the questions about an unknown operation, and of the operators who answer them. */
final class Questions {
    private int asked;
    private boolean gaveUp;
    private Optional<ArmQuery> query = Optional.empty();

    Optional<ArmQuery> planned() {
        return query;
    }

    void forget() {
        asked = 0;
        gaveUp = false;
    }

    /** @param settledBefore whether the holder of the current epoch has had a final answer once */
    void check(Optional<Operation> before, OperationInput input, OperationDecision decision, boolean settledBefore) {
        areInTime(before, input, decision);
        leaveNothingOpen(input, decision, settledBefore);
        operatorsSawWhatTheySettle(before, input, decision);
    }

    /** Design 8: asked is only about what is unknown, within bounds, and when nothing can change it any more. */
    private void areInTime(Optional<Operation> before, OperationInput input, OperationDecision decision) {
        if (input instanceof QueryDue due
                && query.filter(q -> q.epoch() == due.epoch() && q.attempt() == due.attempt())
                        .isPresent()) {
            query = decision.verdict().what() == What.IGNORED ? query : Optional.empty();
        }
        if (!Guarantees.all(decision, DisarmQuery.class).isEmpty()) {
            assertThat(query).as("what is disarmed was armed").isPresent();
            query = Optional.empty();
        }
        Guarantees.all(decision, ArmQuery.class).forEach(armed -> query = Optional.of(armed));
        for (Query question : Guarantees.all(decision, Query.class)) {
            Operation unknown = before.orElseThrow();
            ToolContract contract = unknown.claim().request().contract();
            assertThat(unknown.state()).isEqualTo(State.UNKNOWN);
            assertThat(unknown.conflicting()).isFalse();
            assertThat(question.claim()).isEqualTo(unknown.claim());
            assertThat(question.attempt()).isEqualTo(++asked);
            assertThat(contract.queryable()).isTrue();
            assertThat(asked).isLessThanOrEqualTo(contract.maxQueries());
            assertThat(decision.after().orElseThrow().lastAtMs())
                    .as("no effect can appear any more when somebody is asked")
                    .isGreaterThanOrEqualTo(unknown.claim().dispatchedAtMs() + contract.settledAfterMs());
        }
    }

    /** An unknown operation is asked about, or its holder was told that nobody will find out. */
    private void leaveNothingOpen(OperationInput input, OperationDecision decision, boolean settledBefore) {
        Optional<Operation> after = decision.after();
        boolean told = Guarantees.all(decision, Reply.class).stream()
                .anyMatch(r -> r.answer().verdict() == Verdict.EXHAUSTED
                        && after.orElseThrow()
                                .claim()
                                .isHeldBy(r.runId(), r.answer().requestId()));
        gaveUp |= told;
        boolean unknown = after.filter(o -> o.state() == State.UNKNOWN).isPresent();
        boolean awaited = query.isPresent();
        assertThat(after.filter(o -> o.queries().open()).isPresent()).isEqualTo(awaited);
        assertThat(!unknown || awaited || gaveUp || settledBefore)
                .as("after %s", input)
                .isTrue();
        assertThat(!awaited || unknown).isTrue();
    }

    /** An operator settles what is unknown, of the version seen, having looked when nothing could change any more. */
    private static void operatorsSawWhatTheySettle(
            Optional<Operation> before, OperationInput input, OperationDecision decision) {
        if (!(input instanceof Resolved(Resolution told))) {
            return;
        }
        boolean refused =
                !Guarantees.all(decision, OperationEffect.Reject.class).isEmpty();
        assertThat(decision.verdict().what()).isEqualTo(refused ? What.REFUSED : What.RESOLVED);
        if (!refused) {
            Operation unknown = before.orElseThrow();
            assertThat(unknown.state()).isEqualTo(State.UNKNOWN);
            assertThat(told.expectVersion()).isEqualTo(unknown.version());
            assertThat(told.observedAtMs().orElseThrow())
                    .isGreaterThanOrEqualTo(unknown.claim().dispatchedAtMs()
                            + unknown.claim().request().contract().settledAfterMs());
            assertThat(decision.after().orElseThrow().conflicting()).isFalse();
            assertThat(decision.after().orElseThrow().resolvedBy()).contains(told.by());
        }
    }
}
