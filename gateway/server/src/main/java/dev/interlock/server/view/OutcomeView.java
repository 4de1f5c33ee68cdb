package dev.interlock.server.view;

import dev.interlock.schemas.Outcome;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The outcomes published so far. */
public final class OutcomeView {
    private final CommittedTopic topic;

    /** The outcomes of the gateways with these topics; looking takes at most {@code patience}. */
    public OutcomeView(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings topics, Duration patience) {
        this.topic = new CommittedTopic(cluster, topics.topics().outcomes(), patience);
    }

    /**
     * All outcomes of a run, in the order of their publication. Repeated answers stand as often as they were asked for.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public List<Outcome> ofRun(String runId) {
        byte[] key = runId.getBytes(StandardCharsets.UTF_8);
        List<Outcome> outcomes = new ArrayList<>();
        topic.read(Optional.of(runId), record -> {
            if (Arrays.equals(key, record.key())) {
                outcomes.add(TopicRecords.outcome(record.value()));
            }
        });
        return outcomes;
    }
}
