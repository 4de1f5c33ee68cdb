package dev.interlock.core.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How far a run has come, by validated evidence alone.
 *
 * @param revisions the highest validated revision of each subject; the run's own has the empty name
 * @param idle results in a row without progress
 * @param lastGood the last sound and successful result
 */
public record Progress(Map<String, Long> revisions, int idle, Optional<LastGood> lastGood) {
    /** The most subjects a run may count; evidence for a further one is counted under the run's own. */
    static final int MOST_SUBJECTS = 16;

    public Progress {
        revisions = Collections.unmodifiableMap(new LinkedHashMap<>(revisions));
    }

    /** The run's own validated revision. */
    public long revision() {
        return revisions.getOrDefault("", 0L);
    }

    /** The validated revision of a subject. */
    public long revision(String subject) {
        return revisions.getOrDefault(subject, 0L);
    }

    /** The counter a subject is counted under: its own, or the run's where there are too many. */
    String counter(String subject) {
        boolean known = revisions.containsKey(subject) || revisions.size() < MOST_SUBJECTS;
        return known ? subject : "";
    }

    Progress rose(String subject, long revision) {
        Map<String, Long> risen = new LinkedHashMap<>(revisions);
        risen.put(subject, revision);
        return new Progress(risen, 0, lastGood);
    }

    Progress advanced() {
        return new Progress(revisions, 0, lastGood);
    }

    Progress idled() {
        return new Progress(revisions, idle + 1, lastGood);
    }

    /** The same in the run that goes on from this one: idling is forgiven. */
    Progress carriedOver(String endedRunId) {
        return new Progress(revisions, 0, lastGood.map(good -> good.carriedOver(endedRunId)));
    }

    Progress good(LastGood result) {
        return new Progress(revisions, idle, Optional.of(result));
    }
}
