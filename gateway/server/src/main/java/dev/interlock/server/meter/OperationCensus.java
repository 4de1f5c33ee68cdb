package dev.interlock.server.meter;

import dev.interlock.core.operation.Operation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The open operations of one task: in flight, or unknown. A task begins with an empty census and puts in what its store of open
 * claims holds, step by step; to put in what is there already changes nothing. It grows with the open claims alone.
 */
public final class OperationCensus {
    private final ToolLabels labels;
    private final Map<String, Entry> open = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final Map<String, Ages> unknown = new HashMap<>();
    private int labelled;
    private boolean complete;

    OperationCensus(ToolLabels labels) {
        this.labels = labels;
    }

    private record Entry(String tool, boolean isUnknown, long sinceMs) {}

    /** How an operation stands now; empty when it is forgotten. */
    public synchronized void put(String operationId, Optional<Operation> operation) {
        relabel();
        Entry before = open.remove(operationId);
        if (before != null) {
            remove(before);
        }
        operation.filter(Operation::open).map(this::entry).ifPresent(entry -> {
            open.put(operationId, entry);
            add(entry);
        });
    }

    /** All that the store holds was put in. */
    public synchronized void complete() {
        complete = true;
    }

    synchronized boolean isComplete() {
        return complete;
    }

    private Entry entry(Operation operation) {
        return new Entry(
                operation.claim().request().tool(),
                operation.state() == Operation.State.UNKNOWN,
                operation.claim().dispatchedAtMs());
    }

    private void add(Entry entry) {
        String label = labels.of(entry.tool());
        if (entry.isUnknown()) {
            unknown.computeIfAbsent(label, tool -> new Ages()).add(entry.sinceMs());
        } else {
            inFlight.merge(label, 1, Integer::sum);
        }
    }

    private void remove(Entry entry) {
        String label = labels.of(entry.tool());
        if (entry.isUnknown()) {
            unknown.computeIfAbsent(label, tool -> new Ages()).remove(entry.sinceMs());
        } else {
            inFlight.merge(label, -1, Integer::sum);
        }
    }

    /** A policy came that names more tools: what was counted under other labels is counted anew. */
    private void relabel() {
        if (labelled != labels.version()) {
            labelled = labels.version();
            inFlight.clear();
            unknown.clear();
            open.values().forEach(this::add);
        }
    }

    synchronized int inFlight(String tool) {
        relabel();
        return inFlight.getOrDefault(tool, 0);
    }

    synchronized int unknown(String tool) {
        relabel();
        Ages ages = unknown.get(tool);
        return ages == null ? 0 : ages.count();
    }

    synchronized long unknownForMs(String tool, long nowMs) {
        relabel();
        Ages ages = unknown.get(tool);
        return ages == null ? 0 : ages.oldestMs(nowMs);
    }
}
