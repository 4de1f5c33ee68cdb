package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An approved read: no operation stage keeps its approval from being used again, the run stage itself does. */
class HeldReadTest {
    private static final Policy POLICY = Presets.balanced();

    private final RunBench reads =
            new RunBench(RunBench.changed(POLICY, new ApprovalRule(List.of("search")), POLICY.horizons()));

    @Test
    void approvalWhileTheRunWaitsForAWriteToEnd_startsNothing() {
        reads.write("w1", "op-1", "1");
        reads.answer(Answer.To.REQUEST, Answer.Verdict.GRANTED, reads.idOf("w1"), Optional.empty());
        reads.read("p1", "1");
        String holdId = reads.pending();
        reads.stopped(StopScope.RUN, RunBench.RUN);
        RunState ending = reads.state().orElseThrow();
        assertThat(ending.phase()).isEqualTo(Phase.ENDING);
        assertThat(ending.holds().calls()).isEmpty();
        reads.decide(new RunInput.Approved(holdId, "search1", "control-1", "ann"));
        assertThat(reads.last().verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(reads.state().orElseThrow().phase()).isEqualTo(Phase.ENDING);
    }

    @Test
    void dispatch_carriesTheApproval() {
        reads.read("p1", "1");
        String holdId = reads.pending();
        RunDecision approved = reads.approve("search1");
        assertThat(RunWalkTest.letThrough(approved.effects()))
                .extracting(call -> call.approvalId().orElseThrow())
                .containsExactly(holdId);
    }

    @Test
    void usedApproval_doesNotApproveTheSameCallAgain() {
        reads.read("p1", "1");
        assertThat(reads.approve("search1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        reads.report(reads.idOf("p1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, false));
        assertThat(reads.read("p2", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void approvedReadThatTimesOut_isNotRunTwice() {
        reads.read("p1", "1");
        reads.approve("search1");
        reads.at(40_000).due(new Timer.Dispatch(reads.idOf("p1"), 1));
        assertThat(reads.effects().stream().filter(RunEffect.Execute.class::isInstance))
                .hasSize(1);
    }
}
