package dev.interlock.server.stream;

import dev.interlock.server.wire.Armed;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.DueWriter;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Sends due records for times that have come, behind all results that are in. It decides nothing: whether a time still
 * counts is seen when its record is taken up.
 */
final class DueSender {
    /** The most records one tick sends. */
    static final int MOST = 500;

    private final StageTask task;
    private final DeadlineIndex deadlines;
    private final Destination topic;

    DueSender(StageTask task, DeadlineIndex deadlines, Destination topic) {
        this.task = task;
        this.deadlines = deadlines;
        this.topic = topic;
    }

    void tick() {
        Outbox outbox = task.outbox();
        for (Armed armed : deadlines.come(outbox.atMs(), MOST)) {
            outbox.post(DueWriter.due(topic, armed.owner(), armed.due()), new RecordHeaders());
        }
    }
}
