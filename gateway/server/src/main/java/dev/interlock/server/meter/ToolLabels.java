package dev.interlock.server.meter;

import dev.interlock.core.policy.ToolPattern;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What a tool is called in a label. Agents write the names of tools, so only those that a policy names are told apart, by the
 * name or pattern it has there; all else is {@value #OTHER}.
 */
public final class ToolLabels {
    /** Every tool that no policy names. */
    public static final String OTHER = "other";
    /** The most names and patterns that are told apart. */
    static final int MOST = 256;

    private static final int MOST_REMEMBERED = 1_024;

    private final Consumer<String> added;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final Set<String> learnt = ConcurrentHashMap.newKeySet();
    /** What patterns made of names that agents wrote: looked up for each call. */
    private final ConcurrentHashMap<String, String> found = new ConcurrentHashMap<>();

    private volatile int version;

    ToolLabels(Consumer<String> added) {
        this.added = added;
        added.accept(OTHER);
    }

    /** From now on the tools of a policy are told apart; it costs nothing when they are already. */
    public void learn(String policyHash, Collection<String> tools) {
        if (!learnt.contains(policyHash) && learnt.size() < MOST && learnt.add(policyHash)) {
            tools.stream().sorted().forEach(this::add);
        }
    }

    private synchronized void add(String tool) {
        if (names.size() < MOST && names.add(tool)) {
            found.clear();
            added.accept(tool);
            version++;
        }
    }

    /** Another number after tools may have got other labels. */
    int version() {
        return version;
    }

    /** The label of a tool. */
    public String of(String tool) {
        if (names.contains(tool) && !ToolPattern.is(tool)) {
            return tool;
        }
        String known = found.get(tool);
        if (known != null) {
            return known;
        }
        String label = ToolPattern.longest(names, tool).orElse(OTHER);
        if (found.size() < MOST_REMEMBERED) {
            found.put(tool, label);
        }
        return label;
    }
}
