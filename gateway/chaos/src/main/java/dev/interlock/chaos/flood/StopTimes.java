package dev.interlock.chaos.flood;

import dev.interlock.chaos.witness.Recording;
import dev.interlock.chaos.witness.Seen;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.OutcomeType;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How a stop of everything came through, by the timestamps of the records. Times are milliseconds after that of the stop on
 * its topic.
 *
 * @param proposals proposals, each of a run of its own
 * @param wentFirst reads dispatched after the stop stood on its topic
 * @param lastDispatchMs when the last of them was; 0 when there was none
 * @param inForceMs when the last partition of the dispatches had the stop's marker
 * @param listed operations and calls in the containment report
 * @param reportedMs when that was complete
 * @param endedMs when the last run had ended
 */
public record StopTimes(
        int proposals,
        long wentFirst,
        long lastDispatchMs,
        long inForceMs,
        long listed,
        long reportedMs,
        long endedMs) {
    /** Reads them off the topics, once the report is complete and all runs have ended. */
    static StopTimes of(Recording recording) {
        long stopMs = recording.on(recording.topics().control()).getFirst().timestampMs();
        List<Long> after = recording.executes().stream()
                .map(seen -> seen.raw().timestampMs() - stopMs)
                .filter(ms -> ms > 0)
                .toList();
        return new StopTimes(
                recording.proposals().size(),
                after.size(),
                after.stream().mapToLong(ms -> ms).max().orElse(0),
                last(markers(recording)).orElse(stopMs) - stopMs,
                parts(recording, ContainmentPart.OPERATION).count(),
                last(parts(recording, ContainmentPart.COUNT)).orElse(stopMs) - stopMs,
                last(recording.ends().stream()).orElse(stopMs) - stopMs);
    }

    /** Whether every task that is to count has counted. */
    static boolean isReported(Recording recording) {
        OptionalLong tasks = parts(recording, ContainmentPart.HEADER)
                .mapToLong(seen -> seen.record().containment().count())
                .findFirst();
        return tasks.isPresent() && parts(recording, ContainmentPart.COUNT).count() == tasks.getAsLong();
    }

    private static Stream<Seen<Outcome>> parts(Recording recording, String part) {
        return recording.outcomes().stream()
                .filter(seen -> OutcomeType.CONTAINMENT.equals(seen.record().type()))
                .filter(seen -> part.equals(seen.record().containment().part()));
    }

    private static Stream<Seen<Dispatch>> markers(Recording recording) {
        return recording.dispatches().stream()
                .filter(seen -> DispatchType.MARKER.equals(seen.record().type()));
    }

    private static OptionalLong last(Stream<? extends Seen<?>> records) {
        return records.flatMapToLong(seen -> LongStream.of(seen.raw().timestampMs()))
                .max();
    }
}
