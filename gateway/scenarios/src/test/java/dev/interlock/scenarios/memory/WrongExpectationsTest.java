package dev.interlock.scenarios.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import dev.interlock.scenarios.Step;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A row that says something else than what happens is found out, whatever it is that it says. */
class WrongExpectationsTest {
    private static final Scenario RIGHT = Scenario.named("right")
            .when(pay().gets(Behaviour.ok().revision(1)), pay().isReplayed(), Step.finishes())
            .ends(Status.PARTIAL, Reason.PLAN_EXHAUSTED)
            .executes(1)
            .leaves("invoice-1", Operation.State.COMMITTED)
            .keepsLastGood("p2");

    @Test
    void rightRow_differsInNothing() {
        assertThat(differences(RIGHT)).isEmpty();
    }

    @Test
    void otherStatus_isADifference() {
        assertThat(differences(RIGHT.ends(Status.STOPPED, Reason.DEADLINE)))
                .containsExactly("end of run: expected stopped / deadline, was partial / plan_exhausted");
    }

    @Test
    void otherNumberOfExecutions_isADifference() {
        assertThat(differences(RIGHT.executes(2).dispatches(1))).containsExactly("executions: expected 2, was 1");
    }

    @Test
    void otherNumberOfDispatches_isADifference() {
        assertThat(differences(RIGHT.dispatches(2))).containsExactly("dispatches: expected 2, was 1");
    }

    @Test
    void otherStateOfAnOperation_isADifference() {
        assertThat(differences(RIGHT.leaves("invoice-1", Operation.State.UNKNOWN)))
                .containsExactly("operation invoice-1: expected UNKNOWN, was COMMITTED");
    }

    @Test
    void otherLastGoodResult_isADifference() {
        assertThat(differences(RIGHT.keepsLastGood("p1"))).containsExactly("last good result: expected p1, was p2");
    }

    @Test
    void otherAnswer_isADifference() {
        Scenario wrong =
                RIGHT.when(pay().gets(Behaviour.ok().revision(1)), pay().isDenied(Reason.SAME_CALL), Step.finishes());
        assertThat(differences(wrong)).containsExactly("p2 pay(): expected denied same_call, was replayed");
    }

    @Test
    void agentThatRunsOutOfCallsBeforeItIsStopped_isADifference() {
        Scenario wrong = RIGHT.when(
                Step.keepsTrying(Stream.of(pay().gets(Behaviour.ok().revision(1)), pay().isReplayed())),
                Step.finishes());
        assertThat(differences(wrong)).containsExactly("the agent came to the end of its 2 calls before its run ended");
    }

    private static java.util.List<String> differences(Scenario scenario) {
        return new MemoryRunner().run(scenario).differences();
    }

    private static ScriptedProposal pay() {
        return ScriptedProposal.write("pay", "invoice-1");
    }
}
