package dev.interlock.server.replay;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.BudgetReading;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalInput;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.Deed;
import dev.interlock.server.wire.JournalWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Holds an entry against what is derived: field by field, so that the first difference has a name, and then byte for byte. */
final class Comparing {
    private static final List<Field> FIELDS = List.of(
            new Field("seq", entry -> entry.seq()),
            new Field("prev_hash", JournalEntry::prevHash),
            new Field("decision", JournalEntry::decision),
            new Field("reason", JournalEntry::reason),
            new Field("guard", JournalEntry::guard),
            new Field("judged", JournalEntry::judged),
            new Field("budgets", JournalEntry::budgets),
            new Field("state_hash", JournalEntry::stateHash),
            new Field("policy_hash", JournalEntry::policyHash),
            new Field("input.facts", entry -> entry.input().facts().canonical()));

    private Comparing() {}

    private record Field(String name, Function<JournalEntry, Object> value) {}

    /**
     * What was decided.
     *
     * @param what the decision's name
     * @param reason why
     * @param guard what the guard read
     * @param judged what was decided about each of several proposals
     * @param budgets the budgets of the run that it moved
     * @param stateHash hash of the state after it
     * @param policyHash the policy it was decided under
     */
    record Decided(
            String what,
            Optional<Reason> reason,
            Optional<GuardReading> guard,
            List<Verdict.Judged> judged,
            List<BudgetReading> budgets,
            String stateHash,
            String policyHash) {}

    /** The first thing in which a recorded entry is not the one that would be written now; empty where it is that one. */
    static Optional<Difference> entry(Recorded recorded, ChainPosition before, Decided decided, Object facts) {
        JournalEntry entry = recorded.entry();
        byte[] bytes = JournalWriter.entry(
                        entry.chain(), before, deed(entry, decided, facts), Math.max(before.atMs(), entry.atMs()))
                .outgoing()
                .value();
        // Most are, and reading what was just written takes as long as deciding it.
        return Arrays.equals(bytes, recorded.bytes()) ? Optional.empty() : difference(recorded, bytes);
    }

    private static Optional<Difference> difference(Recorded recorded, byte[] bytes) {
        JournalEntry entry = recorded.entry();
        JournalEntry derived = Recorded.read(bytes, recorded.at()).entry();
        Optional<Difference> named = FIELDS.stream()
                .filter(field -> !Objects.equals(
                        field.value().apply(entry), field.value().apply(derived)))
                .findFirst()
                .map(field -> new Difference(
                        field.name(),
                        Objects.toString(field.value().apply(entry)),
                        Objects.toString(field.value().apply(derived))));
        boolean sameVersion = JournalWriter.CORE_VERSION.equals(entry.coreVersion());
        return named.or(() -> sameVersion
                ? Optional.of(new Difference("entry", recorded.text(), new String(bytes, StandardCharsets.UTF_8)))
                : Optional.empty());
    }

    /** What was written stands for itself here: it is held against what follows on its own. */
    private static Deed deed(JournalEntry entry, Decided decided, Object facts) {
        JournalInput input = entry.input();
        Arrival arrival = new Arrival(
                new dev.interlock.schemas.Position(input.topic(), input.partition(), input.offset()),
                Optional.ofNullable(input.origin()),
                null,
                null,
                Optional.empty(),
                0,
                entry.atMs());
        return new Deed(
                arrival,
                input.kind(),
                facts,
                decided.what(),
                decided.reason(),
                decided.guard(),
                decided.judged(),
                decided.budgets(),
                entry.effects(),
                decided.stateHash(),
                decided.policyHash(),
                Optional.ofNullable(entry.linkedHead()));
    }

    /**
     * The first effect that is not the one that follows; empty where all are.
     *
     * @param beside kinds that are written beside what the core decides
     */
    static Optional<Difference> effects(Recorded recorded, List<Expected> expected, Set<String> beside) {
        List<JournalEffect> written = recorded.entry().effects().stream()
                .filter(effect -> !beside.contains(effect.kind()))
                .toList();
        for (int i = 0; i < Math.max(written.size(), expected.size()); i++) {
            String name = "effects[" + i + "]";
            if (i >= written.size()) {
                return Optional.of(new Difference(name, "none", expected.get(i).text()));
            }
            if (i >= expected.size()) {
                return Optional.of(new Difference(name, Expected.text(written.get(i)), "none"));
            }
            if (!expected.get(i).admits(written.get(i))) {
                return Optional.of(new Difference(
                        name, Expected.text(written.get(i)), expected.get(i).text()));
            }
        }
        return Optional.empty();
    }
}
