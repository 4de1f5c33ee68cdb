package dev.interlock.server.view;

import dev.interlock.schemas.HeldCall;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.TopicRecords;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls that wait for a person, as far as outcomes tell: held, not expired, and neither answered nor in a run that
 * ended. One that was approved a moment ago is among them until its answer is published; approving it twice changes
 * nothing.
 */
public final class HoldView {
    private final CommittedTopic topic;

    /** The holds of the gateways with these topics; looking takes at most {@code patience}. */
    public HoldView(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings topics, Duration patience) {
        this.topic = new CommittedTopic(cluster, topics.topics().outcomes(), patience);
    }

    /**
     * A call that waits for a person.
     *
     * @param runId its run
     * @param notice the hold, with the arguments the call will run with where the topic still has them
     */
    public record Waiting(String runId, HoldNotice notice) {}

    /**
     * Those that are not expired by then, in the order they were held in each run.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public List<Waiting> waiting(long nowMs) {
        Map<String, Waiting> open = new LinkedHashMap<>();
        topic.read(Optional.empty(), record -> see(TopicRecords.outcome(record.value()), open));
        return open.values().stream()
                .filter(waiting -> waiting.notice().expiresAtMs() > nowMs)
                .toList();
    }

    /** A hold id names its run, so no two runs have the same. */
    static void see(Outcome outcome, Map<String, Waiting> open) {
        if (outcome.hold() != null && outcome.hold().call() != null) {
            open.merge(
                    outcome.hold().holdId(),
                    new Waiting(outcome.runId(), outcome.hold()),
                    (first, later) -> first.notice().call().args() == null ? later : first);
            return;
        }
        boolean ended = OutcomeType.TERMINAL.equals(outcome.type());
        open.values()
                .removeIf(waiting -> waiting.runId().equals(outcome.runId())
                        && (ended || answers(outcome, waiting.notice().call())));
    }

    private static boolean answers(Outcome outcome, HeldCall call) {
        return !OutcomeType.PAUSED.equals(outcome.type()) && call.proposalId().equals(outcome.proposalId());
    }
}
