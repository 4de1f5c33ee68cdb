package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.server.access.Glob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads which runtimes are asked to stop runs. What a preset needs beyond that, the preset itself reads. */
final class RuntimeReader {
    private static final String RUNTIMES = "runtimes";
    private static final String NAME = "[a-z0-9-]{1,64}";
    private static final int MOST_RUNTIMES = 64;
    private static final int MOST_ATTEMPTS = 20;
    private static final int MOST_PARALLEL = 32;
    private static final long MOST_MS = Duration.ofHours(1).toMillis();

    private final Set<String> names = new HashSet<>();

    private RuntimeReader() {}

    static Runtimes read(Fields root) {
        RuntimeReader reader = new RuntimeReader();
        List<AgentRuntime> runtimes = new ArrayList<>();
        for (JsonNode item : root.list(RUNTIMES)) {
            if (runtimes.size() == MOST_RUNTIMES) {
                throw new ConfigurationException(RUNTIMES, "must be at most " + MOST_RUNTIMES, "more");
            }
            runtimes.add(reader.runtime(Fields.of(RUNTIMES + "[" + runtimes.size() + "]", item)));
        }
        return new Runtimes(runtimes);
    }

    private AgentRuntime runtime(Fields fields) {
        String name = fields.requiredText("name");
        if (!name.matches(NAME)) {
            throw new ConfigurationException(
                    fields.path("name"), "must be 1 to 64 characters of a-z, 0-9 and '-'", name);
        }
        if (!names.add(name)) {
            throw new ConfigurationException(fields.path("name"), "must be a name of its own", name);
        }
        List<Pattern> agents = agents(fields);
        String preset = fields.text("preset").orElse("webhook");
        AgentRuntime.Asking asking = asking(fields);
        return new AgentRuntime(name, agents, preset, asking, fields.path(), fields.rest());
    }

    private static List<Pattern> agents(Fields fields) {
        List<Pattern> agents = new ArrayList<>();
        for (JsonNode agent : fields.list("agents")) {
            if (!agent.isTextual() || agent.textValue().isBlank()) {
                throw new ConfigurationException(
                        fields.path("agents"), "must be a list of agent ids, * for any characters", agent);
            }
            agents.add(Glob.of(agent.textValue()));
        }
        if (agents.isEmpty()) {
            throw new ConfigurationException(fields.path("agents"), "must name at least one agent", "none");
        }
        return agents;
    }

    private static AgentRuntime.Asking asking(Fields fields) {
        long backoffMs = fields.integer("backoff_ms", 500, 1, MOST_MS);
        return new AgentRuntime.Asking(
                millis(fields, "connect_timeout_ms", 2000),
                millis(fields, "timeout_ms", 10_000),
                (int) fields.integer("attempts", 5, 1, MOST_ATTEMPTS),
                Duration.ofMillis(backoffMs),
                Duration.ofMillis(fields.integer("max_backoff_ms", Math.max(backoffMs, 30_000), backoffMs, MOST_MS)),
                (int) fields.integer("parallel", 4, 1, MOST_PARALLEL),
                millis(fields, "give_up_ms", 300_000));
    }

    private static Duration millis(Fields fields, String name, long otherwise) {
        return Duration.ofMillis(fields.integer(name, otherwise, 1, MOST_MS));
    }
}
