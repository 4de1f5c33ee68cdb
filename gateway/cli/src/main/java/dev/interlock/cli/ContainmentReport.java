package dev.interlock.cli;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.ContainmentState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A containment report as it fills: what was open at a stop, who has counted, and what has settled since. */
final class ContainmentReport {
    private static final Set<String> OPEN = Set.of(ContainmentState.IN_FLIGHT, ContainmentState.UNKNOWN);

    private final String stopId;
    private final Map<String, String> listed = new LinkedHashMap<>();
    private final Map<String, String> now = new LinkedHashMap<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private final AskedRuntimes runtimes = new AskedRuntimes();
    private OptionalLong tasks = OptionalLong.empty();

    ContainmentReport(String stopId) {
        this.stopId = stopId;
    }

    /** Takes a part of this report up, and passes over those of others; returns a line for a person to read, or none. */
    List<String> take(Containment part) {
        if (!stopId.equals(part.stopId())) {
            return List.of();
        }
        return switch (part.part()) {
            case ContainmentPart.HEADER -> {
                tasks = OptionalLong.of(part.count());
                yield List.of();
            }
            case ContainmentPart.COUNT -> {
                counts.put(part.task(), part.count());
                yield List.of();
            }
            case ContainmentPart.RUNTIME -> runtimes.take(part);
            default -> {
                String name = name(part);
                listed.put(name, part.state());
                yield List.of(line(part.state(), name, part.task()));
            }
        };
    }

    /** The result of a read or model call came. */
    List<String> returned(String dispatchId) {
        return settled("call " + dispatchId, "returned");
    }

    /** The state of an operation, as the ledger shows it. */
    List<String> moved(String operationId, String state) {
        return settled("operation " + operationId, state);
    }

    private List<String> settled(String name, String state) {
        String before = now.put(name, state);
        boolean news = OPEN.contains(listed.getOrDefault(name, ""))
                && !state.equals(before)
                && !state.equals(listed.get(name));
        return news ? List.of(line(state, name, OPEN.contains(state) ? "still open" : "settled since")) : List.of();
    }

    /** Whether every task has counted and nothing counted is missing. */
    boolean isComplete() {
        long counted = counts.values().stream().mapToLong(Long::longValue).sum();
        return tasks.isPresent() && counts.size() == tasks.getAsLong() && counted == listed.size();
    }

    /** What was open at the stop and has not settled. */
    Set<String> open() {
        Set<String> open = new HashSet<>();
        listed.forEach((name, state) -> {
            if (OPEN.contains(now.getOrDefault(name, state))) {
                open.add(name);
            }
        });
        return open;
    }

    /** The runtimes that are asked to stop runs; what they answer is no part of the proof. */
    AskedRuntimes runtimes() {
        return runtimes;
    }

    /** What is missing, or what was found. */
    String summary() {
        if (!isComplete()) {
            return "The report is not complete: " + counts.size() + " of "
                    + (tasks.isPresent() ? tasks.getAsLong() : "all") + " tasks have counted, " + listed.size()
                    + " listed.";
        }
        Map<String, Long> states = listed.values().stream()
                .collect(Collectors.groupingBy(state -> state, TreeMap::new, Collectors.counting()));
        List<String> parts = new ArrayList<>();
        states.forEach((state, count) -> parts.add(count + " " + state.replace('_', ' ')));
        String found = parts.isEmpty() ? "nothing was open" : String.join(", ", parts);
        return "The report is complete: " + found + " at the stop; " + counts.size() + " tasks have counted.";
    }

    private static String name(Containment part) {
        return part.operationId() == null ? "call " + part.dispatchId() : "operation " + part.operationId();
    }

    private static String line(String state, String name, String task) {
        return "  %-13s  %s  (%s)".formatted(state.replace('_', ' '), name, task);
    }
}
