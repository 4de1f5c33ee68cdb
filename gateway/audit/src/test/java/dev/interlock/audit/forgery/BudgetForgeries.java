package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.TOLD_OTHERWISE;
import static dev.interlock.audit.witness.Fault.UNBALANCED;
import static dev.interlock.audit.witness.Fault.UNUSED;

import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.BudgetReading;
import dev.interlock.schemas.CountersBuilder;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is done to where entries of a run say that its budgets stand. */
final class BudgetForgeries {
    private static final String CALLS = "calls";

    private BudgetForgeries() {}

    static Stream<Forgery> all() {
        return Stream.of(
                Forgery.of(
                        "one call more is left",
                        it -> changeLast(it, calls -> moved(calls, 0, 0, 1)),
                        UNBALANCED,
                        TOLD_OTHERWISE),
                Forgery.of(
                        "one call more is reserved", it -> changeLast(it, calls -> moved(calls, 0, 1, 0)), UNBALANCED),
                Forgery.of(
                        "less than nothing is reserved, and the sum is right",
                        it -> changeLast(it, calls -> moved(calls, 0, -9, 9)),
                        UNBALANCED,
                        TOLD_OTHERWISE),
                Forgery.of(
                        "two calls are reserved again that were used",
                        it -> changeLast(it, calls -> moved(calls, -2, 2, 0)),
                        UNUSED,
                        TOLD_OTHERWISE),
                Forgery.of("an outcome tells one call less", it -> tell(it, 1), TOLD_OTHERWISE),
                Forgery.of("the first of two outcomes of an entry tells what was in front of it", it -> tellTwo(it, 1)),
                Forgery.of(
                        "the first of two outcomes of an entry tells less than that",
                        it -> tellTwo(it, 2),
                        TOLD_OTHERWISE),
                Forgery.of("an early answer is told again, and says what it said", it -> tellAgain(it, 0)),
                Forgery.of(
                        "an early answer is told again, and says something else",
                        it -> tellAgain(it, 1),
                        TOLD_OTHERWISE));
    }

    /** The last entry of the open run that moves its calls, and tells nobody. */
    private static void changeLast(Forger it, UnaryOperator<BudgetReading> change) {
        Seen<JournalEntry> last = lastThatMovesCalls(it);
        List<BudgetReading> budgets = last.record().budgets().stream()
                .map(reading -> CALLS.equals(reading.ceiling()) ? change.apply(reading) : reading)
                .toList();
        it.change(
                last,
                JournalEntryBuilder.builder(last.record()).budgets(budgets).build());
    }

    private static List<BudgetReading> calls(Seen<JournalEntry> entry) {
        return entry.record().budgets().stream()
                .filter(reading -> CALLS.equals(reading.ceiling()))
                .toList();
    }

    private static BudgetReading moved(BudgetReading from, long used, long reserved, long remaining) {
        return new BudgetReading(
                from.ceiling(), from.used() + used, from.reserved() + reserved, from.remaining() + remaining);
    }

    /** Calls are told as reserved that are used: no sum is wrong. */
    private static void tell(Forger it, int fewer) {
        Seen<Outcome> outcome = toldOfACall(it);
        it.change(outcome, less(outcome.record(), fewer));
    }

    /** The entry tells another one behind that, as it was told in truth. */
    private static void tellTwo(Forger it, int fewer) {
        Seen<Outcome> outcome = toldOfACall(it);
        tell(it, fewer);
        Outcome further = OutcomeBuilder.builder(outcome.record()).seq(1_000).build();
        it.write(
                lastThatMovesCalls(it),
                outcome.at().topic(),
                outcome.at().partition(),
                outcome.raw().keyText(),
                Forger.bytes(further));
    }

    /** The last entry tells the first answer of the open run once more, in other bytes as one that was too long to keep. */
    private static void tellAgain(Forger it, int fewer) {
        Seen<Outcome> first = it.recording().outcomes().stream()
                .filter(seen -> RecordedLife.OPEN.equals(seen.record().runId()))
                .filter(seen -> seen.record().used() != null)
                .findFirst()
                .orElseThrow();
        Outcome again = OutcomeBuilder.builder(less(first.record(), fewer))
                .valueTruncated(true)
                .build();
        it.write(
                DispatchForgeries.last(it, RecordedLife.OPEN),
                first.at().topic(),
                first.at().partition(),
                first.raw().keyText(),
                Forger.bytes(again));
    }

    private static Outcome less(Outcome outcome, int fewer) {
        CountersBuilder used = CountersBuilder.builder(outcome.used());
        return OutcomeBuilder.builder(outcome)
                .used(used.calls(outcome.used().calls() - fewer).build())
                .build();
    }

    /** What the entry tells that moved the calls of the open run last. */
    private static Seen<Outcome> toldOfACall(Forger it) {
        List<String> digests = lastThatMovesCalls(it).record().effects().stream()
                .map(JournalEffect::digest)
                .toList();
        return it.recording().outcomes().stream()
                .filter(seen -> digests.contains(seen.raw().digest()))
                .findFirst()
                .orElseThrow();
    }

    private static Seen<JournalEntry> lastThatMovesCalls(Forger it) {
        return it.chain(Keys.runChain(RecordedLife.OPEN)).stream()
                .filter(entry -> !calls(entry).isEmpty())
                .reduce((one, later) -> later)
                .orElseThrow();
    }
}
