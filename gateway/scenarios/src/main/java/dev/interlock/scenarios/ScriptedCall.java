package dev.interlock.scenarios;

import dev.interlock.core.fact.Kind;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A tool call as a scripted agent words it.
 *
 * @param kind what it does
 * @param tool the tool
 * @param args the arguments
 * @param operationId the operation of a write, unique within the scenario; may be present and empty, as agents do
 */
public record ScriptedCall(Kind kind, String tool, Map<String, Object> args, Optional<String> operationId) {
    public ScriptedCall {
        args = Collections.unmodifiableMap(new TreeMap<>(args));
    }

    /**
     * The arguments as they are proposed.
     *
     * @param own what {@link Own} ones are in this playing
     */
    public Map<String, Object> args(UnaryOperator<String> own) {
        Map<String, Object> proposed = new TreeMap<>();
        args.forEach((name, value) -> proposed.put(name, value instanceof Own ours ? own.apply(ours.name()) : value));
        return proposed;
    }

    ScriptedCall withArg(String name, Object value) {
        Map<String, Object> grown = new TreeMap<>(args);
        grown.put(name, value);
        return new ScriptedCall(kind, tool, grown, operationId);
    }

    /** The call as a person would write it: {@code status(job=7)}. */
    @Override
    public String toString() {
        String inner = String.join(
                ", ",
                args.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toList());
        return tool + "(" + inner + ")";
    }
}
