package dev.interlock.audit.witness;

import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.RequestType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How often runs had to do with each other, so that it can be told whether what is judged happened at all.
 *
 * @param triggered runs that asked to be admitted to a chain and were
 * @param refused runs that asked and were not: over a limit of the chain, or triggered by nothing that is known
 * @param resumed runs that went on from an ended one
 * @param shared operations that more than one run asked for
 * @param joined times that a run waited for the claim of another
 * @param chainStops commands to stop a chain
 */
public record Played(int triggered, int refused, int resumed, int shared, int joined, int chainStops) {
    /** Counts what is on the topics. */
    public static Played of(Recording recording) {
        return new Played(
                runs(recording, Verdict.ADMITTED),
                runs(recording, Verdict.REFUSED),
                (int) recording.answers().stream()
                        .map(Seen::record)
                        .filter(Resuming::carriesOver)
                        .map(StageAnswer::runId)
                        .distinct()
                        .count(),
                (int) wanting(recording).values().stream()
                        .filter(runs -> runs.size() > 1)
                        .count(),
                (int) recording.journal().stream()
                        .map(Seen::record)
                        .map(JournalEntry::decision)
                        .filter("joined"::equals)
                        .count(),
                (int) recording.commands().stream()
                        .filter(command -> ControlType.STOP.equals(command.type())
                                && command.scope() != null
                                && ScopeKind.CHAIN.equals(command.scope().kind()))
                        .count());
    }

    private static int runs(Recording recording, String verdict) {
        return (int) recording.answers().stream()
                .map(Seen::record)
                .filter(answer -> AnswerTo.ADMIT.equals(answer.to()) && verdict.equals(answer.verdict()))
                .map(StageAnswer::runId)
                .distinct()
                .count();
    }

    private static Map<String, Set<String>> wanting(Recording recording) {
        Map<String, Set<String>> wanting = new HashMap<>();
        for (Seen<StageRequest> seen : recording.requests()) {
            if (RequestType.REQUEST.equals(seen.record().type())) {
                wanting.computeIfAbsent(seen.record().operationId(), key -> new HashSet<>())
                        .add(seen.record().runId());
            }
        }
        return wanting;
    }
}
