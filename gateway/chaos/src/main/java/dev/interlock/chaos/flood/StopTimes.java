package dev.interlock.chaos.flood;

import java.util.List;

/**
 * How a stop of everything came through, by the timestamps of the records. Times are milliseconds after that of the stop on
 * its topic.
 *
 * @param proposals proposals, each of a run of its own
 * @param wentFirst calls dispatched after the stop stood on its topic
 * @param lastDispatchMs when the last of them was; 0 when there was none
 * @param inForceMs when the last partition of the dispatches had the stop's marker
 * @param listed operations and calls in the containment report
 * @param reportedMs when that was complete
 * @param endedMs when the last run had ended
 * @param waits how long new proposals waited in the meantime
 */
public record StopTimes(
        long proposals,
        long wentFirst,
        long lastDispatchMs,
        long inForceMs,
        long listed,
        long reportedMs,
        long endedMs,
        Waits waits) {

    /**
     * A proposal that was answered.
     *
     * @param askedMs when the broker took it in
     * @param waitedMs from then to its answer
     */
    record Answer(long askedMs, long waitedMs) {}

    /**
     * How long proposals waited for their answers that came after the stop, before its report was complete, and were not
     * let through.
     *
     * @param answered how many there were
     * @param medianMs half of them waited no longer; 0 when there were none
     * @param mostMs the longest; 0 when there were none
     */
    public record Waits(int answered, long medianMs, long mostMs) {
        static Waits of(List<Answer> answers, long fromMs, long untilMs) {
            List<Long> waits = answers.stream()
                    .filter(answer -> answer.askedMs() > fromMs && answer.askedMs() < untilMs)
                    .map(Answer::waitedMs)
                    .sorted()
                    .toList();
            return waits.isEmpty()
                    ? new Waits(0, 0, 0)
                    : new Waits(waits.size(), waits.get(waits.size() / 2), waits.getLast());
        }
    }
}
