package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Mistake;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a resumed run goes on with, and what stays with the ended one; design section 12. */
class ResumeRulesTest {
    private static final String SUCCESSOR = "run-1~1";

    private final RunBench ended = new RunBench(Presets.balanced());

    @Test
    void successor_goesOnWithWhatWasUsed_reached_andWritten() {
        commits("w1", "op-1", 4);
        ended.read("r1", "1");
        stop(ended);
        Budgets before = run(ended).budgets();
        RunState successor = run(resumed());
        assertThat(successor.runId()).isEqualTo(SUCCESSOR);
        assertThat(successor.phase()).isEqualTo(Phase.OPEN);
        assertThat(successor.policyHash()).isEqualTo(run(ended).policyHash());
        assertThat(successor.progress().revision()).isEqualTo(4);
        assertThat(successor.operations()).isEqualTo(run(ended).operations());
        assertThat(successor.budgets())
                .as("nobody tells the successor what becomes of the read")
                .isEqualTo(before.calls(before.calls().settle(1)));
        assertThat(run(ended).budgets()).isEqualTo(before);
    }

    @Test
    void committedWrite_isReplayed_andTheSameIdWithOtherArgumentsIsAConflict() {
        commits("w1", "op-1", 1);
        stop(ended);
        RunBench successor = resumed();
        assertThat(successor.write("w2", "op-1", "op-1").verdict().what()).isEqualTo(Verdict.What.REPLAY_REQUESTED);
        assertThat(successor.write("w3", "op-1", "other").verdict().reason()).contains(Reason.OPERATION_CONFLICT);
    }

    @Test
    void unknownWrite_staysBlocked_andSoDoesEveryOtherWriteUntilItIsKnown() {
        claims("w1", "op-1");
        answer(ended, "w1", Answer.Verdict.UNKNOWN, Optional.empty());
        stop(ended);
        RunBench successor = resumed();
        assertThat(run(successor).phase()).isEqualTo(Phase.RECONCILING);
        assertThat(successor.write("w2", "op-1", "op-1").verdict().reason()).contains(Reason.UNKNOWN_COMMIT);
        assertThat(successor.write("w3", "op-3", "3").verdict().reason()).contains(Reason.UNKNOWN_COMMIT);
        assertThat(successor.read("r1", "1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        answer(ended, "w1", Answer.Verdict.COMMITTED, Optional.of(committed(1)));
        successor.decide(ended.told().get(1));
        assertThat(run(successor).phase()).isEqualTo(Phase.OPEN);
        assertThat(successor.write("w4", "op-1", "op-1").verdict().what()).isEqualTo(Verdict.What.REPLAY_REQUESTED);
        assertThat(successor.write("w5", "op-3", "3").verdict().what()).isEqualTo(Verdict.What.REQUESTED);
    }

    @Test
    void settlement_movesWhatIsReservedInBothRuns_once() {
        claims("w1", "op-1");
        claims("w2", "op-2");
        stop(ended);
        RunBench successor = resumed();
        assertThat(run(successor).budgets().calls()).isEqualTo(new Budget(calls(), 0, 2));
        assertThat(successor.write("w3", "op-1", "op-1").verdict().reason()).contains(Reason.OPERATION_IN_FLIGHT);

        String first = ended.idOf("w1");
        answer(ended, "w1", Answer.Verdict.COMMITTED, Optional.of(committed(1)));
        answer(ended, "w2", Answer.Verdict.NOT_COMMITTED, Optional.of(RunBench.fenced(Effect.NOT_COMMITTED)));
        ended.answer(Answer.To.REQUEST, Answer.Verdict.COMMITTED, first, Optional.of(committed(1)));
        List<RunInput> told = ended.told();
        assertThat(told).hasSize(3);
        told.subList(1, 3).forEach(successor::decide);
        assertThat(run(ended).budgets().calls()).isEqualTo(new Budget(calls(), 1, 0));
        assertThat(run(successor).budgets().calls()).isEqualTo(new Budget(calls(), 1, 0));
        assertThat(successor.decide(told.get(1)).verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(run(successor).budgets().calls()).isEqualTo(new Budget(calls(), 1, 0));
    }

    @Test
    void successorOfASuccessor_isToldThroughIt() {
        claims("w1", "op-1");
        stop(ended);
        RunBench second = resumed();
        stop(second);
        second.resume("resume-2");
        RunBench third = second.successor();
        third.decide(second.told().get(0));
        assertThat(run(third).runId()).isEqualTo("run-1~2");
        assertThat(run(third).lineage().resumedFrom()).contains(SUCCESSOR);
        answer(ended, "w1", Answer.Verdict.COMMITTED, Optional.of(committed(1)));
        second.decide(ended.told().get(1));
        third.decide(second.told().get(1));
        assertThat(run(third).budgets().calls()).isEqualTo(new Budget(calls(), 1, 0));
        assertThat(run(third).open()).isEmpty();
    }

    @Test
    void endedRun_keepsItsEnd_andItsSuccessorSaysWhereItComesFrom() {
        claims("w1", "op-1");
        stop(ended);
        Outcome end = ended.outcomes(Outcome.Type.TERMINAL).get(0);
        RunBench successor = resumed();
        answer(ended, "w1", Answer.Verdict.COMMITTED, Optional.of(committed(9)));
        assertThat(ended.outcomes(Outcome.Type.TERMINAL)).containsExactly(end);
        assertThat(ended.outcomes(Outcome.Type.SETTLED)).hasSize(1);
        assertThat(end.resumedFrom()).isEmpty();
        assertThat(ended.read("r9", "1").effects()).containsExactly(new RunEffect.RepeatTerminal("r9"));
        successor.read("r1", "1");
        successor.report(successor.idOf("r1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, false));
        stop(successor);
        assertThat(successor.outcomes(Outcome.Type.RESULT))
                .allSatisfy(o -> assertThat(o.resumedFrom()).contains(RunBench.RUN));
        assertThat(successor.outcomes(Outcome.Type.TERMINAL).get(0).resumedFrom())
                .contains(RunBench.RUN);
    }

    @Test
    void proposal_beforeTheCarryOver_isDenied_andSoIsEveryIdOfThatForm() {
        stop(begun());
        ended.resume("resume-1");
        RunBench successor = ended.successor();
        RunDecision early = successor.read("r1", "1");
        assertThat(early.verdict().reason()).contains(Reason.NOT_RESUMED_YET);
        assertThat(early.after()).isEmpty();
        successor.decide(ended.told().get(0));
        assertThat(successor.read("r2", "1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(List.of("a~1", "a~1~2", "~0", "a\n~7")).allMatch(Lineage::isIssued);
        assertThat(List.of("a", "a~", "a~b", "~1a", "a~1 ")).noneMatch(Lineage::isIssued);
        assertThat(Lineage.successorOf("a~9")).isEqualTo("a~10");
    }

    @Test
    void secondResume_isRefusedAndNamesTheSuccessor_butTheSameCommandIsAnsweredAsBefore() {
        stop(begun());
        assertThat(ended.resume("resume-1").verdict().what()).isEqualTo(Verdict.What.RESUMED);
        RunDecision second = ended.resume("resume-2");
        assertRefused(second, "run-1 was resumed as run-1~1");
        assertThat(ended.resume("resume-1").verdict().what()).isEqualTo(Verdict.What.REPEATED);
        assertThat(ended.told()).hasSize(1);
    }

    /** An agent may use the id of a run that is forgotten; the run that went on from that may be there still. */
    @Test
    void idThatBeginsAnew_takesNothingFromTheRunThatGoesOnFromItsEarlierLife() {
        claims("w1", "op-1");
        stop(ended);
        RunBench living = resumed();
        living.read("r1", "1");
        RunState before = run(living);
        RunBench anew = new RunBench(Presets.balanced()).at(9_000_000);
        anew.write("w1", "op-9", "9");
        answer(anew, "w1", Answer.Verdict.GRANTED, Optional.empty());
        stop(anew);
        assertThat(anew.resume("resume-9").verdict().what()).isEqualTo(Verdict.What.RESUMED);
        answer(anew, "w1", Answer.Verdict.COMMITTED, Optional.of(committed(3)));
        RunDecision second = living.decide(anew.told().get(0));
        assertRefused(second, SUCCESSOR);
        assertThat(living.decide(anew.told().get(1)).verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(run(living).budgets()).isEqualTo(before.budgets());
        assertThat(run(living).operations()).isEqualTo(before.operations());
        assertThat(run(living).open()).isEqualTo(before.open());
    }

    @Test
    void run_thatGoesOn_orIsNotThere_orIsComplete_orIsStopped_isNotResumed() {
        assertRefused(ended.resume("resume-1"), "run-1");
        begun();
        assertRefused(ended.resume("resume-1"), "run-1 is open");
        ended.inForce(StopScope.ALL, "");
        stop(ended);
        assertRefused(ended.resume("resume-1"), "all_stopped");
        RunBench complete = new RunBench(Presets.balanced());
        complete.read("r1", "1");
        complete.report(complete.idOf("r1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, true));
        assertRefused(complete.resume("resume-1"), "run-1 is completed");
    }

    @Test
    void clock_standsFromTheEndToTheNextProposal_andGoesOnFromThere() {
        begun();
        ended.at(31_000);
        stop(ended);
        long left = run(ended).leftMs(ended.clock());
        ended.at(90_000_000);
        assertThat(run(ended).leftMs(ended.clock())).isEqualTo(left);
        RunBench successor = resumed();
        successor.at(100_000_000).read("r1", "1");
        assertThat(run(successor).leftMs(100_000_000)).isEqualTo(left);
        assertThat(run(successor).deadlineAtMs()).isEqualTo(100_000_000 + left);
        assertThat(successor.effects()).contains(new RunEffect.Arm(new Timer.Deadline(), 100_000_000 + left));
        assertThat(run(successor).leftMs(100_000_050)).isEqualTo(left - 50);
    }

    @Test
    void clock_goesOnByItselfWhenNobodyProposes_soThatTheRunEnds() {
        stop(begun());
        RunBench successor = resumed();
        successor.at(500_000_000).due(new Timer.Deadline());
        assertThat(run(successor).phase()).isEqualTo(Phase.OPEN);
        successor.at(run(successor).deadlineAtMs()).due(new Timer.Deadline());
        assertThat(run(successor).phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void runThatUsedUpItsTime_hasNoneInItsSuccessor_butWhatIsGranted() {
        begun();
        long deadline = run(ended).deadlineAtMs();
        ended.at(deadline + 7_000).due(new Timer.Deadline());
        RunBench successor = resumed();
        successor.grant("g1", Ceiling.WALL_CLOCK_MS, 500);
        successor.at(deadline + 20_000).read("r1", "1");
        assertThat(successor.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(run(successor).leftMs(deadline + 20_000)).isEqualTo(500);
        RunBench again = new RunBench(Presets.balanced());
        again.read("r1", "1");
        again.at(deadline).due(new Timer.Deadline());
        again.resume("resume-1");
        RunBench spent = again.successor();
        spent.decide(again.told().get(0));
        assertThat(spent.read("r2", "2").verdict().reason()).contains(Reason.DEADLINE);
    }

    @Test
    void spentCeiling_staysSpent_untilSomebodyGrantsMore() {
        RunBench strict = new RunBench(Presets.strict());
        for (int i = 1; strict.state().filter(s -> s.phase() == Phase.ENDED).isEmpty(); i++) {
            strict.read("r" + i, "" + i);
            strict.report(strict.idOf("r" + i), RunBench.result(ResultStatus.OK, Effect.NONE, i, false));
        }
        long turns = run(strict).budgets().turns().allowed();
        strict.resume("resume-1");
        RunBench successor = strict.successor();
        successor.decide(strict.told().get(0));
        successor.grant("g1", Ceiling.TURNS, 1);
        assertThat(successor.read("one", "x").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        successor.report(successor.idOf("one"), RunBench.result(ResultStatus.OK, Effect.NONE, 99, false));
        assertThat(successor.read("two", "y").verdict().reason()).contains(Reason.TURN_BUDGET);
        assertThat(run(successor).budgets().turns()).isEqualTo(new Budget(turns + 1, turns + 1, 0));
        assertRefused(strict.grant("g2", Ceiling.TURNS, 1), "run-1 is ended");
    }

    @Test
    void whatIsInherited_isNeitherWithdrawnNorTriedAgain_andFinishWaitsOnlyForWhatWillBeTold() {
        claims("w1", "op-1");
        claims("w2", "op-2");
        stop(ended);
        RunBench successor = resumed();
        successor.finish(Finish.Cause.AGENT);
        assertThat(run(successor).phase()).isEqualTo(Phase.ENDING);
        answer(ended, "w1", Answer.Verdict.UNKNOWN, Optional.empty());
        answer(ended, "w2", Answer.Verdict.COMMITTED, Optional.of(committed(1)));
        ended.told().stream().skip(1).forEach(successor::decide);
        assertThat(run(successor).ending().orElseThrow().status()).isEqualTo(Status.NEEDS_RECONCILIATION);
        assertThat(run(successor).phase()).isEqualTo(Phase.ENDED);
        assertThat(successor.effects())
                .noneMatch(e -> e instanceof RunEffect.Withdraw || e instanceof RunEffect.Request);
    }

    private RunBench resumed() {
        return Resuming.successor(ended);
    }

    private RunBench begun() {
        ended.read("r0", "0");
        ended.report(ended.idOf("r0"), RunBench.result(ResultStatus.OK, Effect.NONE, 0, false));
        return ended;
    }

    private void claims(String proposalId, String operationId) {
        ended.write(proposalId, operationId, operationId);
        answer(ended, proposalId, Answer.Verdict.GRANTED, Optional.empty());
    }

    private void commits(String proposalId, String operationId, long revision) {
        claims(proposalId, operationId);
        answer(ended, proposalId, Answer.Verdict.COMMITTED, Optional.of(committed(revision)));
    }

    private static void answer(RunBench bench, String proposalId, Answer.Verdict verdict, Optional<Result> result) {
        bench.answer(Answer.To.REQUEST, verdict, bench.idOf(proposalId), result);
    }

    /** An agent's stop ends a run at once, but for the withdraws of what it claimed. */
    private static void stop(RunBench bench) {
        bench.stopped(StopScope.AGENT, RunBench.AGENT);
        List.copyOf(run(bench).ending().orElseThrow().withdrawsOpen())
                .forEach(id -> bench.answer(Answer.To.WITHDRAW, Answer.Verdict.GRANTED, id, Optional.empty()));
        assertThat(run(bench).phase()).isEqualTo(Phase.ENDED);
    }

    private long calls() {
        return ended.policy().ceilings().calls();
    }

    private static Result committed(long revision) {
        return RunBench.result(ResultStatus.OK, Effect.COMMITTED, revision, false);
    }

    private static RunState run(RunBench bench) {
        return bench.state().orElseThrow();
    }

    private static void assertRefused(RunDecision decision, String value) {
        assertThat(decision.verdict().what()).isEqualTo(Verdict.What.REFUSED);
        assertThat(decision.effects())
                .singleElement()
                .isInstanceOfSatisfying(
                        RunEffect.Reject.class,
                        reject -> assertThat(reject.mistake())
                                .extracting(Mistake::value)
                                .isEqualTo(value));
    }
}
