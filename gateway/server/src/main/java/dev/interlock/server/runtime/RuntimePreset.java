package dev.interlock.server.runtime;

import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigurationException;

/** A way to ask runtimes. Those on the class path are found as services of this type. */
public interface RuntimePreset {
    /** What the configuration calls it. */
    String name();

    /**
     * Reads a runtime's settings and prepares to ask it; sends nothing yet.
     *
     * @throws ConfigurationException when the settings cannot be
     */
    RuntimeLink open(AgentRuntime runtime);
}
