package dev.interlock.server.view;

import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** What the journal says that no outcome does. */
public final class JournalView {
    private static final String RESUMED = Verdict.What.RESUMED.code();
    private static final String CARRIED_OVER = Verdict.What.CARRIED_OVER.code();
    private static final String CARRY_OVER = "carry_over";

    private final CommittedTopic topic;

    /** The journal of the gateways with these topics; looking takes at most {@code patience}. */
    public JournalView(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings topics, Duration patience) {
        this.topic = new CommittedTopic(cluster, topics.topics().journal(), patience);
    }

    /**
     * The run that goes on from an ended one; empty where nobody resumed that.
     *
     * @param endedAtMs when it ended: what was decided before is not looked at
     * @throws ViewException when the topic cannot be read in time
     */
    public Optional<String> successor(String runId, long endedAtMs) {
        byte[] chain = Keys.runChain(runId).getBytes(StandardCharsets.UTF_8);
        AtomicBoolean resumed = new AtomicBoolean();
        topic.read(Optional.of(Keys.runChain(runId)), endedAtMs, record -> {
            if (Arrays.equals(chain, record.key())) {
                JournalEntry entry = TopicRecords.journalEntry(record.value());
                resumed.compareAndSet(false, RESUMED.equals(entry.decision()));
            }
        });
        return resumed.get() ? Optional.of(Lineage.successorOf(runId)) : Optional.empty();
    }

    /**
     * Whether a run began with what an ended one left to it, as was decided last; empty where nothing was decided yet.
     *
     * @param sinceMs what was decided before is not looked at
     * @throws ViewException when the topic cannot be read in time
     */
    public Optional<Boolean> isBegun(String runId, long sinceMs) {
        byte[] chain = Keys.runChain(runId).getBytes(StandardCharsets.UTF_8);
        AtomicReference<Boolean> begun = new AtomicReference<>();
        topic.read(Optional.of(Keys.runChain(runId)), sinceMs, record -> {
            if (Arrays.equals(chain, record.key())) {
                JournalEntry entry = TopicRecords.journalEntry(record.value());
                if (CARRY_OVER.equals(entry.input().kind())) {
                    begun.set(CARRIED_OVER.equals(entry.decision()));
                }
            }
        });
        return Optional.ofNullable(begun.get());
    }
}
