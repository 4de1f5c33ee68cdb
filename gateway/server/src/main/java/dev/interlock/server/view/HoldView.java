package dev.interlock.server.view;

import dev.interlock.schemas.HeldCall;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.TopicRecords;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        Holds holds = new Holds();
        topic.read(Optional.empty(), record -> holds.see(TopicRecords.outcome(record.value())));
        return holds.waiting().stream()
                .filter(waiting -> waiting.notice().expiresAtMs() > nowMs)
                .toList();
    }

    /**
     * The holds that outcomes told of. What is over stays over: an answer that is published again may still show a hold
     * that was answered, or whose run ended, since. A hold id names its run, so no two runs have the same.
     */
    static final class Holds {
        private final Map<String, Waiting> open = new LinkedHashMap<>();
        private final Set<String> over = new HashSet<>();

        Collection<Waiting> waiting() {
            return open.values();
        }

        void see(Outcome outcome) {
            if (outcome.hold() != null && outcome.hold().call() != null) {
                show(outcome);
            } else {
                open.values().stream()
                        .filter(waiting -> ends(outcome, waiting))
                        .map(waiting -> waiting.notice().holdId())
                        .forEach(over::add);
                open.keySet().removeAll(over);
            }
        }

        private void show(Outcome outcome) {
            String holdId = outcome.hold().holdId();
            if (!over.contains(holdId)) {
                open.merge(
                        holdId,
                        new Waiting(outcome.runId(), outcome.hold()),
                        (first, later) -> first.notice().call().args() == null ? later : first);
            }
        }

        private static boolean ends(Outcome outcome, Waiting waiting) {
            boolean ended = OutcomeType.TERMINAL.equals(outcome.type());
            return waiting.runId().equals(outcome.runId())
                    && (ended || answers(outcome, waiting.notice().call()));
        }

        private static boolean answers(Outcome outcome, HeldCall call) {
            return !OutcomeType.PAUSED.equals(outcome.type())
                    && call.proposalId().equals(outcome.proposalId());
        }
    }
}
