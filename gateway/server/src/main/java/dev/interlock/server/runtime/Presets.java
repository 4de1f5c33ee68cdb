package dev.interlock.server.runtime;

import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigurationException;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The presets on the class path. */
final class Presets {
    private Presets() {}

    /**
     * The way to a runtime.
     *
     * @throws ConfigurationException when its preset is not there, or refuses its settings
     */
    static RuntimeLink open(AgentRuntime runtime) {
        TreeMap<String, RuntimePreset> known = ServiceLoader.load(RuntimePreset.class).stream()
                .map(ServiceLoader.Provider::get)
                .collect(Collectors.toMap(
                        RuntimePreset::name, Function.identity(), (first, second) -> first, TreeMap::new));
        RuntimePreset preset = known.get(runtime.preset());
        if (preset == null) {
            throw new ConfigurationException(
                    runtime.path() + ".preset",
                    "must be one of " + known.keySet() + " on the class path",
                    runtime.preset());
        }
        return preset.open(runtime);
    }
}
