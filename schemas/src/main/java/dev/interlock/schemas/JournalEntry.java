package dev.interlock.schemas;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * One input with the decision it got. The entries of a chain are linked by their hashes.
 *
 * @param chain chain name: run:&lt;id&gt;, op:&lt;id&gt; or part:&lt;stage&gt;:&lt;n&gt;. Also the key of the
 *     record
 * @param seq sequence number in the chain, from 1
 * @param prevHash hash of the entry before, in hex; 64 zeros for the first
 * @param linkedHead head of the sender's chain, if the input came from another stage; may be null
 * @param input what was decided on
 * @param decision the decision
 * @param reason reason code; may be null
 * @param guard the guard that fired; may be null
 * @param judged where one input decided about several proposals, what was decided about each, in order; decision, reason
 *     and guard are those of the first
 * @param budgets the budgets of the run that it moved, as they stand after it; of a run that begins, those of which
 *     something is taken
 * @param effects what followed, in order
 * @param stateHash hash of the state after it, in hex
 * @param policyHash hash of the policy it was decided under
 * @param coreVersion version of the deciding core
 * @param atMs when the input was taken up, by the clock of the gateway; never falls within a chain.
 *     Milliseconds since the epoch
 */
@RecordBuilder
public record JournalEntry(
        String chain,
        long seq,
        String prevHash,
        ChainHead linkedHead,
        JournalInput input,
        String decision,
        String reason,
        GuardReading guard,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<JudgedProposal> judged,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BudgetReading> budgets,
        List<JournalEffect> effects,
        String stateHash,
        String policyHash,
        String coreVersion,
        long atMs)
        implements WireRecord {
    /** An absent list is an empty one. */
    public JournalEntry {
        judged = judged == null ? List.of() : List.copyOf(judged);
        budgets = budgets == null ? List.of() : List.copyOf(budgets);
        effects = effects == null ? List.of() : List.copyOf(effects);
    }
}
