package dev.interlock.audit.witness;

import dev.interlock.schemas.Counters;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.Symbols.AnswerTo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/** A run that goes on from another one does so alone, after that one's end, and with everything that one had used. */
final class Resuming {
    private static final Pattern ISSUED = Pattern.compile("~[0-9]+$");

    private static final List<ToLongFunction<Counters>> COUNTERS = List.of(
            Counters::turns,
            Counters::calls,
            Counters::modelCalls,
            Counters::retries,
            Counters::handoffs,
            Counters::denials);

    private final Recording recording;
    private final Map<String, Outcome> ends = new HashMap<>();
    private final Map<String, String> successors = new HashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    private Resuming(Recording recording) {
        this.recording = recording;
        recording.ends().forEach(end -> ends.putIfAbsent(end.record().runId(), end.record()));
    }

    static List<Complaint> complaints(Recording recording) {
        Resuming all = new Resuming(recording);
        recording.outcomes().stream()
                .filter(seen -> seen.record().resumedFrom() != null
                        && recording.owns(seen.record().resumedFrom()))
                .forEach(all::judge);
        all.judgeBeginnings();
        return all.complaints;
    }

    /** Whether an answer is what a run begins with that goes on from another. */
    static boolean carriesOver(StageAnswer answer) {
        return AnswerTo.RESUME.equals(answer.to()) && answer.carryOver() != null;
    }

    /** Whether only a resume can have begun a run of this id: {@code ~1}, {@code ~2}. */
    static boolean isIssued(String runId) {
        return ISSUED.matcher(runId).find();
    }

    private void judge(Seen<Outcome> seen) {
        Outcome outcome = seen.record();
        String from = outcome.resumedFrom();
        succeed(from, outcome.runId(), seen);
        Outcome end = ends.get(from);
        if (end == null) {
            if (recording.isWithin(outcome.atMs()) && recording.isWhole(Keys.runChain(from))) {
                complaints.add(Fault.RESUMED_OPEN.at(seen));
            }
        } else if (COUNTERS.stream().anyMatch(of -> of.applyAsLong(outcome.used()) < of.applyAsLong(end.used()))) {
            complaints.add(Fault.RESET.at(seen));
        }
    }

    private void succeed(String from, String runId, Seen<?> seen) {
        String successor = successors.putIfAbsent(from, runId);
        if (successor != null && !successor.equals(runId)) {
            complaints.add(Fault.RESUMED_TWICE.at(seen));
        }
    }

    /** A run that an ended one handed over to is the only one, and no other has an id of such a run. */
    private void judgeBeginnings() {
        Written written = recording.written();
        Map<String, Long> endedAt = new HashMap<>();
        recording
                .ends()
                .forEach(end -> written.by(end.raw())
                        .ifPresent(by ->
                                endedAt.merge(by.record().chain(), by.record().seq(), Math::min)));
        Set<String> begun = new HashSet<>();
        recording.answers().stream().filter(seen -> carriesOver(seen.record())).forEach(seen -> {
            String from = seen.record().carryOver().endedRunId();
            begun.add(seen.record().runId());
            if (recording.owns(from)) {
                succeed(from, seen.record().runId(), seen);
                long ended = endedAt.getOrDefault(Keys.runChain(from), Long.MAX_VALUE);
                written.by(seen.raw())
                        .filter(by -> by.record().seq() <= ended)
                        .filter(by -> recording.isWithin(by.record().atMs()) && recording.isWhole(Keys.runChain(from)))
                        .ifPresent(by -> complaints.add(Fault.RESUMED_OPEN.at(seen)));
            }
        });
        recording.executes().stream()
                .filter(seen -> isIssued(seen.record().runId())
                        && recording.owns(seen.record().runId()))
                .filter(seen -> recording.isWithin(seen.raw().timestampMs()))
                .filter(seen -> !begun.contains(seen.record().runId())
                        && recording.isWhole(Keys.runChain(seen.record().runId())))
                .forEach(seen -> complaints.add(Fault.UNRESUMED.at(seen)));
    }
}
