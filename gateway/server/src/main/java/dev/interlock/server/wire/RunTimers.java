package dev.interlock.server.wire;

import dev.interlock.core.run.Timer;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Symbols.DueKind;

/** The times a run waits for, as due records name them. */
public final class RunTimers {
    private RunTimers() {}

    /** The time as it is armed. */
    public static Armed armed(String runId, Timer timer, long atMs) {
        return new Armed(runId, due(runId, timer, atMs), 0);
    }

    /** The name the time is armed under. */
    public static String name(String runId, Timer timer) {
        return Armed.name(due(runId, timer, 0));
    }

    /** What the core is told when an armed time came. */
    public static Timer timer(Armed armed) {
        Due due = armed.due();
        return switch (due.kind()) {
            case DueKind.RUN_DEADLINE -> new Timer.Deadline();
            case DueKind.TIMEOUT -> new Timer.Dispatch(due.key(), due.attempt());
            case DueKind.HOLD_EXPIRY -> new Timer.Hold();
            case DueKind.STUB_EXPIRY -> new Timer.Stub();
            default -> throw new IllegalStateException("No run waits for " + due.kind());
        };
    }

    private static Due due(String runId, Timer timer, long atMs) {
        return switch (timer) {
            case Timer.Deadline deadline -> new Due(DueKind.RUN_DEADLINE, runId, 0, 0, atMs);
            case Timer.Dispatch dispatch ->
                new Due(DueKind.TIMEOUT, dispatch.dispatchId(), 0, dispatch.attempt(), atMs);
            case Timer.Hold hold -> new Due(DueKind.HOLD_EXPIRY, runId, 0, 0, atMs);
            case Timer.Stub stub -> new Due(DueKind.STUB_EXPIRY, runId, 0, 0, atMs);
        };
    }
}
