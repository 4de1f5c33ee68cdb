package dev.interlock.audit.explain;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.Budget;
import dev.interlock.core.run.Budgets;
import dev.interlock.core.run.RunState;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replayed;
import dev.interlock.server.wire.JournalFacts;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells an entry: from what was decided again, or from itself alone where that could not be. */
final class Telling {
    private static final Set<Ceiling> COUNTED = EnumSet.complementOf(EnumSet.of(Ceiling.WALL_CLOCK_MS));

    private Telling() {}

    static Step step(Replayed replayed) {
        Recorded recorded = replayed.recorded();
        Optional<String> doubt =
                replayed.difference().map(found -> "differs in " + found.field() + ": derived " + found.derived());
        return switch (replayed) {
            case Replayed.OfRun run ->
                new Step(
                        recorded,
                        Told.of(run.facts()),
                        guard(recorded.entry()),
                        counters(run.before(), run.decision().after()),
                        run.decision().effects().stream().flatMap(Followed::of).toList(),
                        doubt);
            case Replayed.OfOperation operation ->
                new Step(
                        recorded,
                        Told.of(operation.input()),
                        guard(recorded.entry()),
                        Map.of(),
                        operation.decision().effects().stream()
                                .flatMap(Followed::of)
                                .toList(),
                        doubt);
            case Replayed.Missing missing -> alone(recorded, Optional.of("not re-derivable: " + missing.why()));
            case Replayed.OfTask task -> alone(recorded, doubt);
            case Replayed.Noted note -> alone(recorded, doubt);
        };
    }

    private static Step alone(Recorded recorded, Optional<String> doubt) {
        List<String> effects = recorded.entry().effects().stream()
                .map(effect -> effect.kind() + " " + effect.key())
                .toList();
        return new Step(recorded, facts(recorded.entry()), guard(recorded.entry()), Map.of(), effects, doubt);
    }

    private static Map<String, String> facts(JournalEntry entry) {
        try {
            if (JournalFacts.isOfRun(entry)) {
                return Told.of(JournalFacts.ofRun(entry));
            }
            if (JournalFacts.isOfOperation(entry)) {
                return Told.of(JournalFacts.ofOperation(entry));
            }
        } catch (InvalidRecordException e) {
            // Whoever reads it is told that it cannot be decided again; what it says is shown as it stands.
            return Map.of("facts", entry.input().facts().canonical());
        }
        return Map.of("facts", entry.input().facts().canonical());
    }

    private static Optional<GuardReading> guard(JournalEntry entry) {
        return Optional.ofNullable(entry.guard())
                .map(read -> new GuardReading(read.name(), read.limit(), read.observed()));
    }

    private static Map<String, Step.Counter> counters(Optional<RunState> before, Optional<RunState> after) {
        Map<String, Step.Counter> changed = new LinkedHashMap<>();
        after.map(RunState::budgets).ifPresent(now -> {
            for (Ceiling ceiling : COUNTED) {
                Budget current = now.budget(ceiling);
                long earlier = before.map(RunState::budgets)
                        .map((Budgets budgets) -> budgets.budget(ceiling).taken())
                        .orElse(0L);
                if (earlier != current.taken()) {
                    changed.put(ceiling.code(), new Step.Counter(earlier, current.taken(), current.allowed()));
                }
            }
        });
        return changed;
    }
}
