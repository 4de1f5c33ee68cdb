package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.JournalEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What operators added to the ceilings of runs, by the journal. */
final class Raised {
    private static final String RUN = "run:";

    private final Map<String, List<JournalEntry>> grants = new HashMap<>();
    private final Map<String, String> before = new HashMap<>();

    Raised(Recording recording) {
        recording.journal().stream()
                .map(Seen::record)
                .filter(Raised::raises)
                .forEach(entry -> grants.computeIfAbsent(entry.chain(), chain -> new ArrayList<>())
                        .add(entry));
        recording.outcomes().stream()
                .map(Seen::record)
                .filter(outcome -> outcome.resumedFrom() != null)
                .forEach(outcome -> before.putIfAbsent(RUN + outcome.runId(), RUN + outcome.resumedFrom()));
    }

    /** Whether an entry raised a ceiling. */
    static boolean raises(JournalEntry entry) {
        return "raised".equals(entry.decision());
    }

    /** What was added to a ceiling up to an entry of a run: there, and in the runs it goes on from. */
    long to(String ceiling, JournalEntry entry) {
        long added = added(ceiling, entry.chain(), entry.seq());
        String earlier = before.get(entry.chain());
        for (int i = 0; earlier != null && i < before.size(); i++) {
            added += added(ceiling, earlier, Long.MAX_VALUE);
            earlier = before.get(earlier);
        }
        return added;
    }

    private long added(String ceiling, String chain, long seq) {
        long added = 0;
        for (JournalEntry entry : grants.getOrDefault(chain, List.of())) {
            for (JsonNode rise : rises(entry)) {
                boolean counts =
                        entry.seq() <= seq && rise.path("ceiling").asText().equals(ceiling);
                added += counts ? rise.path("amount").asLong() : 0;
            }
        }
        return added;
    }

    private static JsonNode rises(JournalEntry entry) {
        return entry.input().facts().node().path("input").path("grant").path("rises");
    }
}
