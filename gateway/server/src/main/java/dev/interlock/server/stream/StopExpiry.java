package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Symbols.DueKind;
import dev.interlock.server.wire.Armed;
import dev.interlock.server.wire.Arrival;
import java.util.Optional;

/**
 * Ends the flags of single runs, of which there is no end. A flag is kept for the longest time an ended run is
 * remembered: by then whatever the run sent before it was stopped has been taken up.
 */
final class StopExpiry {
    private final StageTask task;
    private final DeadlineIndex deadlines;

    StopExpiry(StageTask task, DeadlineIndex deadlines) {
        this.task = task;
        this.deadlines = deadlines;
    }

    static boolean isExpiry(Due due) {
        return DueKind.FLAG_EXPIRY.equals(due.kind());
    }

    /** Keeps the flag of one run for its time from now on; flags of other scopes stay until they are changed. */
    void begin(Stop stop, Outbox outbox) {
        if (stop.scope() == StopScope.RUN) {
            String owner = task.partitions().keyOn(task.partition(), DueKind.FLAG_EXPIRY + ":" + stop.id());
            long atMs = outbox.atMs() + task.runFlagMs();
            deadlines.arm(new Armed(owner, new Due(DueKind.FLAG_EXPIRY, stop.id(), 0, 0, atMs), 0));
        }
    }

    /** The stop whose time is over; empty when its flag was set anew since. */
    Optional<Stop> ended(Arrival arrival, Due due) {
        return deadlines
                .reached(arrival.keyText().orElse(""), due, arrival.takenAtMs())
                .map(armed -> new Stop(StopScope.RUN, armed.due().key(), ""));
    }
}
