package dev.interlock.server.stream;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.DueKind;
import dev.interlock.server.wire.Armed;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.DeadMan;
import dev.interlock.server.wire.Vigil;
import dev.interlock.server.wire.Watch;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Closes a task to dispatches when no operator was heard for too long, and opens it again with the next sign of life. Each
 * turn is an entry in the task's own chain. It closes with the first input that needs to know, at the latest with a due
 * record: so nothing is let through late because that record is.
 */
final class DeadManSwitch {
    private static final Bytes KEY = OwnedKey.of((byte) 3, "vigil", "");
    private static final String ALL = "all";
    private static final String CLOSED = "closed";
    private static final String OPENED = "opened";
    private static final String HEARD = "heard";

    private final StageTask task;
    private final KeyValueStore<Bytes, byte[]> store;
    private final DeadlineIndex deadlines;
    private final Optional<DeadMan> limits;

    /** The switch of a task; off without limits. */
    DeadManSwitch(StageTask task, KeyValueStore<Bytes, byte[]> store, DeadlineIndex deadlines) {
        this.task = task;
        this.store = store;
        this.deadlines = deadlines;
        this.limits = task.deadMan();
    }

    static boolean isExpiry(Due due) {
        return DueKind.ALIVE_EXPIRY.equals(due.kind());
    }

    /** What is closed when this input is taken up; empty when nothing is. */
    Optional<Closure> closure(Arrival arrival) {
        if (limits.isEmpty()) {
            return Optional.empty();
        }
        return settled(arrival).closure(limits.get());
    }

    /** An operator says that all is well. */
    void hear(Arrival arrival, Command.Alive alive) {
        if (limits.isEmpty()) {
            task.note(arrival, ControlType.ALIVE, Verdict.What.IGNORED.code(), alive.record());
            return;
        }
        Vigil before = settled(arrival);
        Watch watch = new Watch(before, Optional.of(alive.record()), limits.get());
        Vigil after = watch.after(task.nowMs(arrival));
        if (after.equals(before)) {
            task.note(arrival, ControlType.ALIVE, Verdict.What.IGNORED.code(), alive.record());
            return;
        }
        keep(after);
        task.note(arrival, ControlType.ALIVE, after.closed().equals(before.closed()) ? HEARD : OPENED, watch);
    }

    /** The time an operator's word held for is over, unless another came since. */
    void expire(Arrival arrival, Due due) {
        boolean reached = deadlines
                .reached(arrival.keyText().orElse(""), due, arrival.takenAtMs())
                .isPresent();
        if (!reached || limits.isEmpty() || !settle(arrival, vigil(arrival), "due")) {
            task.note(arrival, "due", Verdict.What.IGNORED.code(), due);
        }
    }

    /** What is known of the operators when what is due to be closed is. */
    private Vigil settled(Arrival arrival) {
        Vigil before = vigil(arrival);
        return settle(arrival, before, Closure.GUARD) ? vigil(arrival) : before;
    }

    /** Closes what is due to be closed; whether that was anything. */
    private boolean settle(Arrival arrival, Vigil before, String kind) {
        Watch watch = new Watch(before, Optional.empty(), limits.orElseThrow());
        Vigil after = watch.after(task.nowMs(arrival));
        if (after.equals(before)) {
            return false;
        }
        keep(after);
        task.note(arrival, kind, CLOSED, watch);
        return true;
    }

    private Vigil vigil(Arrival arrival) {
        return Optional.ofNullable(store.get(KEY)).map(Vigil::read).orElseGet(() -> Vigil.begun(task.nowMs(arrival)));
    }

    private void keep(Vigil vigil) {
        store.put(KEY, vigil.bytes());
        String owner = task.partitions().keyOn(task.partition(), DueKind.ALIVE_EXPIRY);
        Due due = new Due(DueKind.ALIVE_EXPIRY, ALL, 0, 0, vigil.nextMs().orElse(0));
        if (vigil.nextMs().isPresent()) {
            deadlines.arm(new Armed(owner, due, 0));
        } else {
            deadlines.disarm(owner, Armed.name(due));
        }
    }
}
