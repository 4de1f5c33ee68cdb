package dev.interlock.audit.forgery;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.Symbols.OutcomeType;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One way to leave one proposal without an answer.
 *
 * @param what what is done to a recording
 * @param deed does it
 */
record Silence(String what, Consumer<Forger> deed) {
    static Stream<Silence> all() {
        return Stream.of(
                new Silence("a result in a run that goes on is gone", it -> it.drop(result(it))),
                new Silence("a result in a run that ended is gone", it -> it.drop(answer(it, OutcomeType.RESULT))),
                new Silence("a denial in a run that ended is gone", it -> it.drop(answer(it, OutcomeType.DENIED))),
                new Silence("a proposal after the end is not told of it", Silence::comeTooLate),
                new Silence("a proposal that nobody took up", Silence::propose));
    }

    private static Raw result(Forger it) {
        return first(it, OutcomeType.RESULT, RecordedLife.OPEN::equals);
    }

    private static Raw answer(Forger it, String type) {
        return first(it, type, ended(it)::contains);
    }

    private static Raw first(Forger it, String type, Predicate<String> run) {
        return it.recording().outcomes().stream()
                .filter(seen -> named(seen.record()) && run.test(seen.record().runId()))
                .filter(seen -> type.equals(seen.record().type()))
                .findFirst()
                .orElseThrow()
                .raw();
    }

    private static boolean named(Outcome outcome) {
        return outcome.runId() != null && outcome.proposalId() != null;
    }

    private static Set<String> ended(Forger it) {
        return it.recording().ends().stream().map(seen -> seen.record().runId()).collect(Collectors.toSet());
    }

    private static Raw propose(Forger it) {
        Seen<Proposal> like = it.recording().proposals().stream()
                .filter(seen -> ended(it).contains(seen.record().runId()))
                .findFirst()
                .orElseThrow();
        Proposal other =
                ProposalBuilder.builder(like.record()).proposalId("forged").build();
        return it.add(like.at().topic(), like.at().partition(), like.raw().keyText(), Forger.bytes(other));
    }

    private static void comeTooLate(Forger it) {
        Raw proposal = propose(it);
        Seen<JournalEntry> last = it.chain(Keys.runChain(proposal.keyText())).getLast();
        it.enter(last, last.record().chain(), proposal, entry -> entry.decision("pending"));
    }

    @Override
    public String toString() {
        return what;
    }
}
