package dev.interlock.audit.witness;

import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.OpenCall;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.RequestType;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who proposes is answered: by an outcome that names the proposal, or, if it was still open, by the end of its run.
 *
 * <p>The end answers what nothing was decided about, because the run was ending or waited for something, and of what a call
 * was made of only what it lists as in flight or what was withdrawn before anybody claimed it. It answers nothing that had
 * a decision to be told before, and nothing that came after it: that gets the end again, by name.
 */
final class Answering {
    /** Decisions about a proposal that are told at once. */
    private static final Set<String> TOLD = Set.of("denied", "repeated");

    private final Set<List<String>> named = new HashSet<>();
    private final Set<List<String>> called = new HashSet<>();
    private final Set<List<String>> withdrawn = new HashSet<>();
    private final Map<String, Outcome> ends = new HashMap<>();
    private final Map<String, Long> endedAt = new HashMap<>();
    private final Map<Position, List<JournalEntry>> entries = new HashMap<>();

    private Answering(Recording recording) {
        recording
                .outcomes()
                .forEach(seen -> add(named, seen.record().runId(), seen.record().proposalId()));
        recording
                .executes()
                .forEach(
                        seen -> add(called, seen.record().runId(), seen.record().proposalId()));
        recording.requests().stream()
                .map(Seen::record)
                .filter(Answering::isCall)
                .forEach(request -> add(called, request.runId(), request.proposalId()));
        recording.answers().stream()
                .map(Seen::record)
                .filter(Answering::withdraws)
                .forEach(answer -> add(withdrawn, answer.runId(), answer.proposalId()));
        for (Seen<JournalEntry> seen : recording.journal()) {
            var input = seen.record().input();
            entries.computeIfAbsent(
                            new Position(input.topic(), input.partition(), input.offset()), key -> new ArrayList<>())
                    .add(seen.record());
        }
        Written written = recording.written();
        for (Seen<Outcome> end : recording.ends()) {
            ends.putIfAbsent(end.record().runId(), end.record());
            written.by(end.raw())
                    .ifPresent(
                            by -> endedAt.merge(by.record().chain(), by.record().seq(), Math::min));
        }
    }

    /** The proposals without an answer, each once however often it was sent. */
    static List<String> unanswered(Recording recording) {
        Answering all = new Answering(recording);
        Map<List<String>, List<Position>> proposals = new LinkedHashMap<>();
        for (Seen<Proposal> seen : recording.proposals()) {
            proposals
                    .computeIfAbsent(
                            List.of(seen.record().runId(), seen.record().proposalId()), key -> new ArrayList<>())
                    .add(seen.at());
        }
        Set<String> lost = new LinkedHashSet<>();
        proposals.forEach((id, places) -> {
            if (!all.named.contains(id) && !all.isToldByTheEnd(id, places)) {
                lost.add(String.join(" ", id));
            }
        });
        return new ArrayList<>(lost);
    }

    private boolean isToldByTheEnd(List<String> id, List<Position> places) {
        Outcome end = ends.get(id.getFirst());
        if (end == null) {
            return false;
        }
        String chain = Keys.runChain(id.getFirst());
        List<JournalEntry> own = places.stream()
                .flatMap(place -> entries.getOrDefault(place, List.of()).stream())
                .filter(entry -> entry.chain().equals(chain))
                .toList();
        long last = endedAt.getOrDefault(chain, Long.MAX_VALUE);
        boolean open = own.stream().noneMatch(entry -> TOLD.contains(entry.decision()) || entry.seq() > last);
        boolean listed = end.inFlight().stream().map(OpenCall::proposalId).anyMatch(id.getLast()::equals);
        return !own.isEmpty() && open && (listed || withdrawn.contains(id) || !called.contains(id));
    }

    private static boolean isCall(StageRequest request) {
        return RequestType.REQUEST.equals(request.type());
    }

    private static boolean withdraws(StageAnswer answer) {
        return AnswerTo.WITHDRAW.equals(answer.to()) && Verdict.WITHDRAWN.equals(answer.verdict());
    }

    private static void add(Set<List<String>> ids, String runId, String proposalId) {
        if (runId != null && proposalId != null) {
            ids.add(List.of(runId, proposalId));
        }
    }
}
