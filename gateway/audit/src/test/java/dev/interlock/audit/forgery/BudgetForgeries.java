package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.TOLD_OTHERWISE;
import static dev.interlock.audit.witness.Fault.UNBALANCED;
import static dev.interlock.audit.witness.Fault.UNUSED;

import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.BudgetReading;
import dev.interlock.schemas.CountersBuilder;
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
                Forgery.of("an outcome tells one call less", BudgetForgeries::tellLess, TOLD_OTHERWISE));
    }

    /** The last entry of the open run that moves its calls, and tells nobody. */
    private static void changeLast(Forger it, UnaryOperator<BudgetReading> change) {
        Seen<JournalEntry> last = it.chain(Keys.runChain(RecordedLife.OPEN)).stream()
                .filter(entry -> !calls(entry).isEmpty())
                .reduce((one, later) -> later)
                .orElseThrow();
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

    /** One call is told as reserved that is used: no sum is wrong. */
    private static void tellLess(Forger it) {
        Seen<Outcome> outcome = it.recording().outcomes().stream()
                .filter(seen -> RecordedLife.OPEN.equals(seen.record().runId()))
                .filter(seen -> seen.record().used() != null)
                .reduce((one, later) -> later)
                .orElseThrow();
        CountersBuilder used = CountersBuilder.builder(outcome.record().used());
        it.change(
                outcome,
                OutcomeBuilder.builder(outcome.record())
                        .used(used.calls(outcome.record().used().calls() - 1).build())
                        .build());
    }
}
