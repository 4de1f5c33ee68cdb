package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Symbols.DueKind;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.DueWriter;
import dev.interlock.server.wire.SweepMark;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Carries a stop to what was open when it came, in steps: a step is a record the task writes to itself, so that no
 * transaction grows with the number of runs or operations.
 */
final class StopSweep {
    /** How many runs or operations one step looks at. */
    static final int STEP = 100;

    private static final String SWEPT = "swept";

    private final StageTask task;
    private final Destination topic;

    StopSweep(StageTask task, Destination topic) {
        this.task = task;
        this.topic = topic;
    }

    static boolean isStep(Due due) {
        return DueKind.SWEEP.equals(due.kind());
    }

    void begin(Stop stop, Outbox outbox) {
        put(new SweepMark(stop, ""), outbox);
    }

    /** The sweep a step belongs to; empty when it has ended or its stop was lifted. */
    Optional<SweepMark> mark(Due step) {
        Optional<SweepMark> mark = task.stops().sweep(step.key());
        mark.filter(found -> !task.stops().isInForce(found.stop()))
                .ifPresent(lifted -> task.stops().endSweep(step.key()));
        return mark.filter(found -> task.stops().isInForce(found.stop()));
    }

    /** Notes the step, and goes on behind the last of {@code seen} things, or ends when there was less than a whole step of them. */
    void advance(SweepMark mark, int seen, String last, Arrival arrival) {
        task.note(arrival, DueKind.SWEEP, SWEPT, Map.of("sweep", mark, "seen", seen));
        Outbox outbox = task.outbox(arrival);
        if (seen < STEP) {
            task.stops().endSweep(mark.name());
        } else {
            put(new SweepMark(mark.stop(), last), outbox);
        }
    }

    private void put(SweepMark mark, Outbox outbox) {
        task.stops().putSweep(mark);
        String key = task.partitions().keyOn(task.partition(), DueKind.SWEEP + ":" + mark.name());
        outbox.post(
                DueWriter.due(topic, key, new Due(DueKind.SWEEP, mark.name(), 0, 0, outbox.atMs())),
                new RecordHeaders());
    }
}
