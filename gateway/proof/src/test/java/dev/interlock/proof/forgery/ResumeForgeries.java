package dev.interlock.proof.forgery;

import static dev.interlock.chaos.witness.Fault.OVERDRAWN;
import static dev.interlock.chaos.witness.Fault.RESET;
import static dev.interlock.chaos.witness.Fault.RESUMED_OPEN;
import static dev.interlock.chaos.witness.Fault.RESUMED_TWICE;

import dev.interlock.chaos.witness.Seen;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.CountersBuilder;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is done to a run that goes on from an ended one, and to what was granted it. */
final class ResumeForgeries {
    private static final Map<String, UnaryOperator<Counters>> FORGOTTEN = new TreeMap<>(Map.of(
            "turns", of -> CountersBuilder.builder(of).turns(0).build(),
            "calls", of -> CountersBuilder.builder(of).calls(0).build()));

    private ResumeForgeries() {}

    static Stream<Forgery> all() {
        Stream<Forgery> forgotten = FORGOTTEN.entrySet().stream()
                .map(one -> Forgery.of(
                        "a resumed run has forgotten its " + one.getKey(),
                        it -> change(it, told -> told.used(one.getValue().apply(told.used()))),
                        RESET));
        return Stream.concat(
                forgotten,
                Stream.of(
                        Forgery.of(
                                "a run goes on from one that has not ended",
                                it -> change(it, told -> told.resumedFrom(RecordedLife.OPEN)),
                                RESUMED_OPEN),
                        Forgery.of("two runs go on from one", ResumeForgeries::claim, RESUMED_TWICE),
                        Forgery.of("nothing was granted", ResumeForgeries::refuse, OVERDRAWN)));
    }

    private static void change(Forger it, UnaryOperator<OutcomeBuilder> change) {
        Seen<Outcome> told = of(it, RecordedLife.NEXT);
        it.change(told, change.apply(OutcomeBuilder.builder(told.record())).build());
    }

    /** Another run says that it goes on from the one that was resumed. */
    private static void claim(Forger it) {
        Seen<Outcome> told = of(it, RecordedLife.OPEN);
        Outcome claims = OutcomeBuilder.builder(told.record())
                .resumedFrom(RecordedLife.RESUMED)
                .used(of(it, RecordedLife.NEXT).record().used())
                .remaining(of(it, RecordedLife.NEXT).record().remaining())
                .build();
        it.change(told, claims);
    }

    private static void refuse(Forger it) {
        Seen<JournalEntry> raised = it.chain(Keys.runChain(RecordedLife.NEXT)).stream()
                .filter(entry -> entry.record().decision().equals("raised"))
                .findFirst()
                .orElseThrow();
        it.change(
                raised,
                JournalEntryBuilder.builder(raised.record()).decision("ignored").build());
    }

    /** The first result that was told in a run. */
    private static Seen<Outcome> of(Forger it, String runId) {
        return it.recording().outcomes().stream()
                .filter(seen -> runId.equals(seen.record().runId()))
                .filter(seen -> "result".equals(seen.record().type()))
                .findFirst()
                .orElseThrow();
    }
}
