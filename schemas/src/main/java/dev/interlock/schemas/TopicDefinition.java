package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * A topic as it must be.
 *
 * @param channel name without prefix, such as {@code stage.requests}
 * @param name name on the broker
 * @param key what the key of a record is; empty where partitions are chosen explicitly
 * @param config topic configuration, as the broker names it; what is not listed is the broker's default
 * @param records the records on it
 * @param description what it is for
 */
@RecordBuilder
public record TopicDefinition(
        String channel,
        String name,
        String key,
        Map<String, String> config,
        List<Class<? extends WireRecord>> records,
        String description) {
    /** Copies map and list. */
    public TopicDefinition {
        config = Map.copyOf(config);
        records = List.copyOf(records);
    }

    /** True if only the stages of the gateway read and write it. */
    public boolean betweenStages() {
        return channel.startsWith("stage.");
    }

    /** True if the broker keeps the latest record of each key instead of deleting by age. */
    public boolean compacted() {
        return "compact".equals(config.get("cleanup.policy"));
    }
}
