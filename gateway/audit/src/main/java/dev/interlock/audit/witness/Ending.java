package dev.interlock.audit.witness;

import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run ends once, and whenever its end is told it is the same one. */
final class Ending {
    private Ending() {}

    static List<Complaint> complaints(Recording recording) {
        Map<String, Outcome> ends = new LinkedHashMap<>();
        List<Complaint> complaints = new ArrayList<>();
        for (Seen<Outcome> seen : recording.ends()) {
            if (!recording.owns(seen.record().runId())) {
                continue;
            }
            Outcome end = plain(seen.record());
            Outcome first = ends.putIfAbsent(end.runId(), end);
            if (first != null && !first.equals(end)) {
                complaints.add(Fault.ENDED_AGAIN.at(seen.at(), end + ", first " + first));
            }
        }
        return complaints;
    }

    /**
     * The same end is told to whoever asks, under the id of the question; told again, a large value is named by digest
     * and place.
     */
    private static Outcome plain(Outcome end) {
        return OutcomeBuilder.builder(end)
                .proposalId(null)
                .value(null)
                .valueTruncated(false)
                .build();
    }
}
