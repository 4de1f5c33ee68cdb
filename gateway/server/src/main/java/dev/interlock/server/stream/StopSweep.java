package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Symbols.DueKind;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.DueWriter;
import dev.interlock.server.wire.StopProgress;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Carries a stop to what was open when it came, in steps: a step is a record the task writes to itself, so that no
 * transaction grows with the number of runs or operations.
 */
final class StopSweep {
    /** What the keys of steps begin with. */
    static final String KEY = DueKind.SWEEP + ":";

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

    /** The stop takes effect here; the first step follows. */
    void begin(Stop stop, Outbox outbox) {
        next(task.stopLedger().of(stop).begun(), outbox);
    }

    /** Keeps how far it has come, and sends the next step. */
    void next(StopProgress before, Outbox outbox) {
        StopProgress progress = before.stepped();
        task.stopLedger().put(progress);
        String name = progress.name();
        String key = task.partitions().keyOn(task.partition(), KEY + name);
        Due due = new Due(DueKind.SWEEP, name, progress.step(), 0, outbox.atMs());
        outbox.post(DueWriter.due(topic, key, due), new RecordHeaders());
    }

    /** The stop a step goes on with; empty when it is not the step that was sent last. */
    Optional<StopProgress> find(Due due) {
        return task.stopLedger().find(due.key()).filter(progress -> progress.step() == due.epoch());
    }

    /** Enters a step into the task's own chain, with what was written in it for no run or operation alone. */
    void journal(Arrival arrival, StopProgress progress, Outbox outbox) {
        task.journal(StageTask.plain(arrival, DueKind.SWEEP, SWEPT, progress, outbox), outbox);
    }

    /** Forgets the next of what was handled out of turn, now that the report is complete, and in the end the stop. */
    void tidy(Arrival arrival, StopProgress progress) {
        int forgotten = task.stopLedger().forgetHandled(progress, Stretch.FOUND);
        task.note(arrival, DueKind.SWEEP, "tidied", Map.of("stop", progress.stop(), "forgotten", forgotten));
        if (forgotten < Stretch.FOUND) {
            task.stopLedger().end(progress);
        } else {
            next(progress, task.outbox(arrival));
        }
    }
}
