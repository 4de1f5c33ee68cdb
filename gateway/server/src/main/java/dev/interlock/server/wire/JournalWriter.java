package dev.interlock.server.wire;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Budget;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.BudgetReading;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.JournalInput;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.JudgedProposal;
import dev.interlock.schemas.RecordCodec;

/** Writes the entries of journal chains. */
public final class JournalWriter {
    /** Version of the deciding core: entries of one version replay to the same decisions. */
    public static final String CORE_VERSION = "0.1.0";

    private static final RecordCodec<JournalEntry> CODEC = RecordCodec.of(JournalEntry.class);

    private JournalWriter() {}

    /**
     * An entry and where its chain stands behind it.
     *
     * @param outgoing the record
     * @param position the chain's new position
     */
    public record Written(Outgoing outgoing, ChainPosition position) {}

    /** The next entry of a chain. */
    public static Written entry(String chain, ChainPosition before, Deed deed, long atMs) {
        JournalEntry entry = JournalEntryBuilder.builder()
                .chain(chain)
                .seq(before.seq() + 1)
                .prevHash(before.hash())
                .linkedHead(deed.linked().orElse(null))
                .input(input(deed))
                .decision(deed.decision())
                .reason(deed.reason().map(Reason::code).orElse(null))
                .guard(deed.guard()
                        .map(read -> OutcomeWriter.guard(read, deed.policyHash()))
                        .orElse(null))
                .judged(deed.judged().stream()
                        .map(judged -> judged(judged, deed.policyHash()))
                        .toList())
                .budgets(deed.budgets().stream().map(JournalWriter::budget).toList())
                .effects(deed.effects())
                .stateHash(deed.stateHash())
                .policyHash(deed.policyHash())
                .coreVersion(CORE_VERSION)
                .atMs(atMs)
                .build();
        byte[] bytes = CODEC.encode(entry, Format.JSON);
        return new Written(
                Outgoing.of(Destination.JOURNAL, chain, bytes, "journal"),
                new ChainPosition(entry.seq(), Sha256.of(bytes), atMs));
    }

    private static JudgedProposal judged(Verdict.Judged judged, String policyHash) {
        Verdict verdict = judged.verdict();
        return new JudgedProposal(
                judged.proposalId(),
                verdict.what().code(),
                verdict.reason().map(Reason::code).orElse(null),
                verdict.guard()
                        .map(read -> OutcomeWriter.guard(read, policyHash))
                        .orElse(null));
    }

    private static BudgetReading budget(dev.interlock.core.run.BudgetReading reading) {
        Budget budget = reading.budget();
        return new BudgetReading(reading.ceiling().code(), budget.used(), budget.reserved(), budget.remaining());
    }

    private static JournalInput input(Deed deed) {
        Arrival arrival = deed.arrival();
        return new JournalInput(
                arrival.position().topic(),
                arrival.position().partition(),
                arrival.position().offset(),
                arrival.origin().orElse(null),
                deed.kind(),
                Json.of(CoreJson.tree(deed.facts())));
    }
}
