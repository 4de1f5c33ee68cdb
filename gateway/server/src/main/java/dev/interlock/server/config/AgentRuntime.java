package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A runtime that hosts agents, and that is asked to stop their runs.
 *
 * @param name names it in records, logs and counts
 * @param agents match whole agent ids
 * @param preset how it is asked
 * @param asking how often and how long it is asked
 * @param path where its settings stand in the file
 * @param settings what else is said about it, for the preset to read
 */
public record AgentRuntime(
        String name, List<Pattern> agents, String preset, Asking asking, String path, JsonNode settings) {
    public AgentRuntime {
        agents = List.copyOf(agents);
    }

    /**
     * How often and how long a runtime is asked.
     *
     * @param connectTimeout to reach it
     * @param timeout of one attempt, from its beginning to the end of the answer
     * @param attempts of one request, the first included
     * @param backoff after the first attempt; twice as long after each further one
     * @param maxBackoff the longest wait between two attempts, also where the runtime asks for a longer one
     * @param parallel how many requests it gets at one time
     * @param giveUp how long after a request was written, or after this process took it over, no attempt is begun any more
     */
    public record Asking(
            Duration connectTimeout,
            Duration timeout,
            int attempts,
            Duration backoff,
            Duration maxBackoff,
            int parallel,
            Duration giveUp) {}

    /** Its settings, to be read once. */
    public Fields fields() {
        return Fields.of(path, settings);
    }

    boolean hosts(String agentId) {
        return agents.stream().anyMatch(pattern -> pattern.matcher(agentId).matches());
    }
}
