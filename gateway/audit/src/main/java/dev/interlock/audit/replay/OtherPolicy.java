package dev.interlock.audit.replay;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replay;
import dev.interlock.server.replay.Replayed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a journal's runs would have been told under another policy, each until the first decision that is another one: what
 * its agent would have done then nobody knows.
 *
 * <p>Thresholds are held against the facts in the journal. Where the other policy says something else of calls outside the
 * core (rules, schemas, identity), that is said of the proposals themselves, while they are on their topic.
 */
public final class OtherPolicy {
    private static final String RUN = "run:";

    private final Source source;
    private final Journal journal;
    private final KeptPolicies recorded;
    private final PolicyDocument other;

    /** A journal under another policy. */
    public OtherPolicy(Source source, PolicyDocument other) {
        this.source = source;
        this.journal = new Journal(source);
        this.recorded = KeptPolicies.of(source);
        this.other = other;
    }

    /** What comes of each run that began in the time meant, in the order they began. */
    public List<RunUnder.Finding> findings(Selection selection) {
        Map<String, RunUnder> runs = new HashMap<>();
        if (selection.run().isPresent()) {
            List<Recorded> entries = new ArrayList<>();
            journal.read(Keys.runChain(selection.run().get()), entries::add);
            play(entries, runs);
        } else {
            journal.slices().forEach(slice -> {
                List<Recorded> entries = new ArrayList<>();
                journal.read(slice, entry -> {
                    if (entry.entry().chain().startsWith(RUN)) {
                        entries.add(entry);
                    }
                });
                play(entries, runs);
            });
        }
        return runs.values().stream()
                .filter(run -> run.first().filter(selection::covers).isPresent())
                .sorted(Comparator.comparingLong(
                                (RunUnder run) -> run.first().orElseThrow().atMs())
                        .thenComparing(RunUnder::runId))
                .map(RunUnder::finding)
                .toList();
    }

    private void play(List<Recorded> entries, Map<String, RunUnder> runs) {
        Calls calls = new Calls(other, proposals(entries));
        Replay replay = new Replay(recorded::find);
        for (Recorded entry : entries) {
            Replayed replayed = replay.take(entry);
            String runId = entry.entry().chain().substring(RUN.length());
            runs.computeIfAbsent(runId, id -> new RunUnder(id, other, recorded, calls))
                    .take(replayed);
        }
    }

    /** The proposals these were decided on, where the other policy says anything that cannot be told from the journal. */
    private Map<Position, Raw> proposals(List<Recorded> entries) {
        boolean told = entries.stream()
                .map(entry -> entry.entry().policyHash())
                .distinct()
                .map(recorded::find)
                .flatMap(Optional::stream)
                .allMatch(policy -> Calls.saysTheSame(policy, other));
        if (told) {
            return Map.of();
        }
        Set<Position> wanted = new HashSet<>();
        entries.forEach(entry -> wanted.add(Calls.position(entry)));
        Map<Position, Raw> found = new HashMap<>();
        source.slices(source.topics().proposals())
                .forEach(slice -> source.read(slice, raw -> {
                    if (wanted.contains(raw.at())) {
                        found.put(raw.at(), raw);
                    }
                }));
        return found;
    }
}
