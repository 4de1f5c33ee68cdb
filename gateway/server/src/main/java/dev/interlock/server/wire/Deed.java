package dev.interlock.server.wire;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.BudgetReading;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.JournalEffect;
import java.util.List;
import java.util.Optional;

/**
 * One input with the decision it got, before it is an entry of a chain.
 *
 * @param arrival the record it came in
 * @param kind what kind of input it is
 * @param facts what the core saw
 * @param decision the decision's name
 * @param reason why, where there is a reason
 * @param guard what the guard read, where one fired
 * @param judged what was decided about each of several proposals, where there were several
 * @param budgets the budgets of the run that it moved
 * @param effects what was written, in order
 * @param stateHash hash of the state after it
 * @param policyHash the policy decided under; empty where none applies
 * @param linked where the sender's chain stood, when it came from the other stage
 */
public record Deed(
        Arrival arrival,
        String kind,
        Object facts,
        String decision,
        Optional<Reason> reason,
        Optional<GuardReading> guard,
        List<Verdict.Judged> judged,
        List<BudgetReading> budgets,
        List<JournalEffect> effects,
        String stateHash,
        String policyHash,
        Optional<ChainHead> linked) {}
