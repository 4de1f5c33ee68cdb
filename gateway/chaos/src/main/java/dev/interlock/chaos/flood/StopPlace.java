package dev.interlock.chaos.flood;

import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Symbols.DispatchType;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a stop of everything took its place among the proposals of one partition. All is counted by position: proposals
 * are judged in their order, and the stop's marker stands among the dispatches.
 *
 * @param queued proposals of the partition
 * @param granted those that were let through
 * @param withoutGap those that were let through before the first that was not
 * @param dispatched reads dispatched before the stop's marker
 * @param dispatchedAfter reads dispatched behind it
 * @param wentFirst of those before it, the ones dispatched when the stop stood on its topic
 */
public record StopPlace(
        int queued, long granted, long withoutGap, long dispatched, long dispatchedAfter, long wentFirst) {
    private static final String GRANTED = "granted";

    /**
     * The stop's place in each partition.
     *
     * @param already how far each partition of the dispatches was written when the stop was
     */
    public static List<StopPlace> in(Recording recording, List<Long> already) {
        return IntStream.range(0, already.size())
                .mapToObj(partition ->
                        in(judged(recording, partition), dispatches(recording, partition), already.get(partition)))
                .toList();
    }

    private static StopPlace in(List<JournalEntry> judged, List<Seen<Dispatch>> dispatches, long already) {
        int marker =
                dispatches.stream().map(seen -> seen.record().type()).toList().indexOf(DispatchType.MARKER);
        List<Seen<Dispatch>> before = dispatches.subList(0, marker);
        return new StopPlace(
                judged.size(),
                judged.stream().filter(StopPlace::isGranted).count(),
                judged.stream().takeWhile(StopPlace::isGranted).count(),
                executes(before),
                executes(dispatches.subList(marker, dispatches.size())),
                executes(before.stream()
                        .filter(seen -> seen.at().offset() >= already)
                        .toList()));
    }

    private static List<JournalEntry> judged(Recording recording, int partition) {
        return recording.journal().stream()
                .map(Seen::record)
                .filter(entry -> entry.input().topic().equals(recording.topics().proposals()))
                .filter(entry -> entry.input().partition() == partition)
                .sorted(Comparator.comparing(entry -> entry.input().offset()))
                .toList();
    }

    private static List<Seen<Dispatch>> dispatches(Recording recording, int partition) {
        return recording.dispatches().stream()
                .filter(seen -> seen.at().topic().equals(recording.topics().dispatches()))
                .filter(seen -> seen.at().partition() == partition)
                .toList();
    }

    private static boolean isGranted(JournalEntry entry) {
        return entry.decision().equals(GRANTED);
    }

    private static long executes(List<Seen<Dispatch>> dispatches) {
        return dispatches.stream()
                .filter(seen -> DispatchType.EXECUTE.equals(seen.record().type()))
                .count();
    }
}
