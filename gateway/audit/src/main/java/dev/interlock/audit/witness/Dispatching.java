package dev.interlock.audit.witness;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.StageAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An operation is dispatched at most once in an epoch, a dispatch stands there once, and none follows the end of its run.
 *
 * <p>The order is that of the journal. A read is dispatched by an entry of its run, which must come before the entry that
 * ended the run. A write is dispatched by an entry of its operation, which also answers the run; the run must have taken
 * that answer up before it ended.
 */
final class Dispatching {
    private final Recording recording;
    private final Written written;
    private final List<Complaint> complaints = new ArrayList<>();
    private final Map<String, Long> ends = new HashMap<>();
    private final Map<Position, List<Seen<JournalEntry>>> takenUp;
    private final Map<Seen<JournalEntry>, List<Seen<StageAnswer>>> answers = new IdentityHashMap<>();

    private Dispatching(Recording recording) {
        this.recording = recording;
        this.written = recording.written();
        this.takenUp = recording.journal().stream()
                .collect(Collectors.groupingBy(entry -> new Position(
                        entry.record().input().topic(),
                        entry.record().input().partition(),
                        entry.record().input().offset())));
        for (Seen<StageAnswer> answer : recording.answers()) {
            written.by(answer.raw())
                    .ifPresent(by -> answers.computeIfAbsent(by, key -> new ArrayList<>())
                            .add(answer));
        }
        for (Seen<Outcome> end : recording.ends()) {
            written.by(end.raw())
                    .ifPresent(entry ->
                            ends.merge(entry.record().chain(), entry.record().seq(), Math::min));
        }
    }

    static List<Complaint> complaints(Recording recording) {
        Dispatching all = new Dispatching(recording);
        all.judgeOnce();
        recording.executes().stream()
                .filter(seen -> recording.owns(seen.record().runId()))
                .forEach(all::judgeOrder);
        return all.complaints;
    }

    private void judgeOnce() {
        Set<List<Object>> epochs = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (Seen<Dispatch> seen : recording.executes()) {
            Dispatch dispatch = seen.record();
            if (dispatch.operationId() != null
                    && recording.owns(dispatch.operationId())
                    && !epochs.add(List.of(dispatch.operationId(), dispatch.epoch()))) {
                complaints.add(Fault.EPOCH.at(seen));
            }
            if (recording.owns(dispatch.dispatchId()) && !ids.add(dispatch.dispatchId())) {
                complaints.add(Fault.DISPATCHED_AGAIN.at(seen));
            }
        }
    }

    private void judgeOrder(Seen<Dispatch> seen) {
        Optional<Seen<JournalEntry>> by = written.by(seen.raw());
        Long end = ends.get(Keys.runChain(seen.record().runId()));
        if (end == null
                || !recording.isWithin(seen.raw().timestampMs())
                || !recording.isWhole(Keys.runChain(seen.record().runId()))) {
            return;
        }
        boolean before = seen.record().operationId() == null
                ? by.map(entry -> entry.record().seq() < end).orElse(true)
                : by.filter(entry -> knewBefore(entry, seen.record().runId(), end))
                        .isPresent();
        if (!before) {
            complaints.add(Fault.DISPATCHED_AFTER_END.at(seen));
        }
    }

    /** Whether the run took up, before its end, an answer that the dispatching entry wrote. */
    private boolean knewBefore(Seen<JournalEntry> dispatching, String runId, long end) {
        return answers.getOrDefault(dispatching, List.of()).stream()
                .filter(answer -> answer.record().runId().equals(runId))
                .flatMap(answer -> takenUp.getOrDefault(answer.at(), List.of()).stream())
                .anyMatch(entry -> entry.record().seq() <= end);
    }
}
