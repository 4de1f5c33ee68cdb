package dev.interlock.audit.witness;

import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is on the topics and at the receiver, counted against the promises.
 *
 * @param proposals proposals, each once however often it was sent
 * @param decisions entries of the journal
 * @param duplicates writes whose effect happened more than once, with the dispatches that caused it
 * @param lost proposals without an answer
 * @param openUnknown operations of which nobody knows at the end
 * @param complaints promises that are not kept, by the topics alone or by what the receiver saw
 */
public record Verdict(
        int proposals,
        int decisions,
        Map<String, List<String>> duplicates,
        List<String> lost,
        int openUnknown,
        List<Complaint> complaints) {
    /** How those unknown operations are named that somebody settled by hand. */
    public static final String RESOLVED = "resolved";

    public Verdict {
        duplicates = Map.copyOf(duplicates);
        lost = List.copyOf(lost);
        complaints = List.copyOf(complaints);
    }

    /** Judges a recording, and what a receiver has seen. */
    public static Verdict of(Recording recording, Effects effects) {
        long proposals = recording.proposals().stream()
                .map(seen -> List.of(seen.record().runId(), seen.record().proposalId()))
                .distinct()
                .count();
        return new Verdict(
                (int) proposals,
                recording.journal().size(),
                effects.doubledWrites(),
                Answering.unanswered(recording),
                (int) latest(recording).values().stream()
                        .filter(operation -> OperationState.UNKNOWN.equals(operation.state()))
                        .count(),
                Stream.concat(Witness.complaints(recording).stream(), Receiving.complaints(recording, effects).stream())
                        .toList());
    }

    /** How many writes had their effect more than once. */
    public int duplicateEffects() {
        return duplicates.size();
    }

    /** How many proposals have no answer. */
    public int lostProposals() {
        return lost.size();
    }

    /** Permissions to execute that follow the end of their run. */
    public int dispatchAfterEnd() {
        return count(Fault.DISPATCHED_AFTER_END);
    }

    /** Permissions to execute that stand behind the marker of a stop. */
    public int dispatchAfterStop() {
        return count(Fault.DISPATCHED_AFTER_STOP);
    }

    /** Outcomes that say that more is used than allowed, and runs that had more calls. */
    public int budgetOverruns() {
        return count(Fault.OVERDRAWN) + count(Fault.OVERSPENT) + count(Fault.TOO_MANY_CALLS);
    }

    /** All other complaints. */
    public int violations() {
        return complaints.size() - dispatchAfterEnd() - dispatchAfterStop() - budgetOverruns();
    }

    /** All that is there and must not be, a line each. */
    public List<String> findings() {
        return Stream.of(
                        complaints.stream().map(Complaint::toString),
                        duplicates.entrySet().stream().map(twice -> "effect more than once: " + twice),
                        lost.stream().map(proposal -> "without an answer: " + proposal))
                .flatMap(all -> all)
                .toList();
    }

    /** Whether nothing is there that must not be. */
    public boolean isClean() {
        return complaints.isEmpty() && duplicates.isEmpty() && lost.isEmpty();
    }

    /**
     * How the operations ended of which nobody knew at some time: how many, by their latest state, or as {@code resolved}
     * where somebody settled them by hand. The ledger of a run of days has forgotten some.
     */
    public static Map<String, Integer> onceUnknown(Recording recording) {
        Map<String, LedgerOperation> latest = latest(recording);
        Map<String, Integer> ended = new LinkedHashMap<>();
        recording.operations().stream()
                .filter(seen -> OperationState.UNKNOWN.equals(seen.record().state()))
                .map(seen -> latest.get(seen.record().operationId()))
                .distinct()
                .forEach(operation ->
                        ended.merge(operation.resolvedBy() == null ? operation.state() : RESOLVED, 1, Integer::sum));
        return ended;
    }

    private static Map<String, LedgerOperation> latest(Recording recording) {
        Map<String, LedgerOperation> latest = new LinkedHashMap<>();
        recording.operations().forEach(seen -> latest.put(seen.record().operationId(), seen.record()));
        return latest;
    }

    private int count(Fault fault) {
        return (int) complaints.stream()
                .filter(complaint -> complaint.fault() == fault)
                .count();
    }
}
