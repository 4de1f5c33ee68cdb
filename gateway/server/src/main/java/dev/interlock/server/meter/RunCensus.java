package dev.interlock.server.meter;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The runs of one task that have not ended, counted as they change. A task begins with an empty census and counts its store
 * step by step; a change of a run that this has not come to is not counted, because the count still comes to it. So it
 * tells what the store holds, whatever became of the transactions of tasks before this one.
 *
 * <p>It grows with the calls that run, and otherwise with no more than a number for each second.
 */
public final class RunCensus {
    private final ToolLabels labels;
    private final EnumMap<Phase, Integer> phases = new EnumMap<>(Phase.class);
    private final Map<String, Map<String, Integer>> running = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final int[][] near = new int[Ceiling.values().length][Near.values().length];
    private final Ages held = new Ages();
    private final Map<Near, Ages> deadlines = new EnumMap<>(Near.class);
    private byte[] counted = new byte[0];
    private int labelled;
    private boolean complete;

    RunCensus(ToolLabels labels) {
        this.labels = labels;
        for (Near share : Near.values()) {
            deadlines.put(share, new Ages());
        }
    }

    /** A run of the store, in the store's order. */
    public synchronized void count(RunState run) {
        relabel();
        add(run);
        counted = bytes(run.runId());
    }

    /** The count has come as far as this key. */
    public synchronized void countedTo(String runId) {
        counted = bytes(runId);
    }

    /** The count has come to the end. */
    public synchronized void complete() {
        complete = true;
    }

    synchronized boolean isComplete() {
        return complete;
    }

    /** A decision about a run. */
    public synchronized void moved(String runId, Optional<RunState> before, Optional<RunState> after) {
        if (complete || Arrays.compareUnsigned(bytes(runId), counted) <= 0) {
            relabel();
            before.ifPresent(this::remove);
            after.ifPresent(this::add);
        }
    }

    private void add(RunState run) {
        RunMark.of(run).ifPresent(mark -> {
            apply(mark, 1);
            mark.heldSinceMs().ifPresent(held::add);
            mark.deadline().ifPresent(at -> deadlines.forEach((share, ages) -> ages.add(at.of(share))));
        });
        Map<String, Integer> calls = running(run);
        if (!calls.isEmpty()) {
            running.put(run.runId(), calls);
            calls.forEach((tool, count) -> inFlight.merge(labels.of(tool), count, Integer::sum));
        }
    }

    private void remove(RunState run) {
        RunMark.of(run).ifPresent(mark -> {
            apply(mark, -1);
            mark.heldSinceMs().ifPresent(held::remove);
            mark.deadline().ifPresent(at -> deadlines.forEach((share, ages) -> ages.remove(at.of(share))));
        });
        Map<String, Integer> calls = running.remove(run.runId());
        if (calls != null) {
            calls.forEach((tool, count) -> inFlight.merge(labels.of(tool), -count, Integer::sum));
        }
    }

    /** A policy came that names more tools: what was counted under other labels is counted anew. */
    private void relabel() {
        if (labelled != labels.version()) {
            labelled = labels.version();
            inFlight.clear();
            running.values()
                    .forEach(calls ->
                            calls.forEach((tool, count) -> inFlight.merge(labels.of(tool), count, Integer::sum)));
        }
    }

    private void apply(RunMark mark, int by) {
        phases.merge(mark.phase(), by, Integer::sum);
        for (Ceiling ceiling : Near.COUNTED) {
            for (Near share : Near.values()) {
                if (mark.isNear(ceiling, share)) {
                    near[ceiling.ordinal()][share.ordinal()] += by;
                }
            }
        }
    }

    /** Reads and model calls; writes are counted where they are claimed. */
    private static Map<String, Integer> running(RunState run) {
        Map<String, Integer> calls = new HashMap<>();
        for (OpenCall call : run.open().values()) {
            if (call.call().kind() != Kind.WRITE && call.state() == OpenCall.Standing.DISPATCHED && !call.inherited()) {
                calls.merge(call.call().tool(), 1, Integer::sum);
            }
        }
        return calls;
    }

    synchronized int runs(Phase phase) {
        return phases.getOrDefault(phase, 0);
    }

    synchronized int inFlight(String tool) {
        relabel();
        return inFlight.getOrDefault(tool, 0);
    }

    synchronized int near(Ceiling ceiling, Near share, long nowMs) {
        return ceiling == Ceiling.WALL_CLOCK_MS
                ? deadlines.get(share).come(nowMs)
                : near[ceiling.ordinal()][share.ordinal()];
    }

    synchronized long heldForMs(long nowMs) {
        return held.oldestMs(nowMs);
    }

    private static byte[] bytes(String runId) {
        return runId.getBytes(StandardCharsets.UTF_8);
    }
}
