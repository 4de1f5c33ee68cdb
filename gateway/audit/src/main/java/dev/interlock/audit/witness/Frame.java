package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What every share of a recording has to know of the whole, and what there is little of: the policies, the markers of stops
 * and which runs were triggered. Several threads may add to it.
 */
final class Frame {
    private final Topics topics;
    private final int partitions;
    private final Extent extent;
    private final Map<String, LedgerPolicy> policies = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Seen<Dispatch>> markers = new ConcurrentLinkedQueue<>();
    private volatile long horizonMs = -1;
    private volatile long presentMs = -1;
    private final AtomicLong snapshots = new AtomicLong();
    private final AtomicLong cuts = new AtomicLong();
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /**
     * The place of a run in a chain of activations.
     *
     * @param root the operation the chain began with
     * @param depth how deep the run stands
     */
    record Place(String root, int depth) {}

    Frame(Topics topics, int partitions, Extent extent) {
        this.topics = topics;
        this.partitions = partitions;
        this.extent = extent;
    }

    Topics topics() {
        return topics;
    }

    int partitions() {
        return partitions;
    }

    Extent extent() {
        return extent;
    }

    /** As {@link Extent#horizonMs}. */
    long horizonMs() {
        if (horizonMs < 0) {
            horizonMs = extent.horizonMs(topics.ledger());
        }
        return horizonMs;
    }

    /** As {@link Extent#presentMs}. */
    long presentMs() {
        if (presentMs < 0) {
            presentMs = extent.presentMs();
        }
        return presentMs;
    }

    List<LedgerPolicy> policies() {
        return List.copyOf(policies.values());
    }

    List<Seen<Dispatch>> markers() {
        return List.copyOf(markers);
    }

    /** Takes what belongs here of what the gateway wrote. */
    void take(Raw raw, Object record) {
        switch (record) {
            case LedgerPolicy policy -> {
                if (raw.keyText().startsWith("policy:")) {
                    policies.putIfAbsent(policy.policyHash(), policy);
                }
            }
            case Dispatch dispatch
            when DispatchType.MARKER.equals(dispatch.type()) -> markers.add(new Seen<>(raw, dispatch));
            case StageAnswer answer
            when Admitting.admits(answer) ->
                places.putIfAbsent(
                        answer.runId(),
                        new Place(
                                answer.activation().root().intern(),
                                answer.activation().depth()));
            case ChainSnapshot snapshot -> snapshots.incrementAndGet();
            default -> {}
        }
    }

    /** A chain is there without its beginning, and without a snapshot in its place. */
    void countCut() {
        cuts.incrementAndGet();
    }

    /** How many snapshots are there. */
    long snapshots() {
        return snapshots.get();
    }

    /** How many chains are there without their beginning, and without a snapshot in its place. */
    long cuts() {
        return cuts.get();
    }

    /** The place of a run in its chain; a run that goes on from another is of its chain. */
    Optional<Place> place(String runId) {
        int last = runId.lastIndexOf('~');
        return Optional.ofNullable(places.get(runId))
                .or(() -> last < 0 ? Optional.empty() : place(runId.substring(0, last)));
    }
}
