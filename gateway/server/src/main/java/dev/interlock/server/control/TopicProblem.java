package dev.interlock.server.control;

import dev.interlock.schemas.TopicDefinition;
import dev.interlock.server.config.GatewayConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;

/**
 * A topic that is not as the contract says.
 *
 * @param topic its name
 * @param field what differs: {@code partitions}, {@code replication}, a topic setting, or {@code topic} when it is missing
 * @param expected what it should be
 * @param found what it is
 * @param fix what to do about it
 */
public record TopicProblem(String topic, String field, String expected, String found, String fix) {
    private static final String IN_SYNC = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
    private static final String REPLICATE =
            "add copies with kafka-reassign-partitions.sh, or lower topics.replication in the configuration";
    private static final String CREATE = "create it with: interlock topics create";
    private static final String RECOUNT = "set topics.partitions in the configuration to the count the topics were"
            + " created with; it cannot be changed later, because keys would move";

    static TopicProblem missing(TopicDefinition definition) {
        return new TopicProblem(definition.name(), "topic", "present", "missing", CREATE);
    }

    static List<TopicProblem> differences(
            TopicDefinition definition,
            GatewayConfig.TopicSettings settings,
            TopicDescription description,
            Config config) {
        List<TopicProblem> problems = new ArrayList<>();
        int found = description.partitions().size();
        if (found != settings.partitions()) {
            problems.add(new TopicProblem(
                    definition.name(),
                    "partitions",
                    Integer.toString(settings.partitions()),
                    Integer.toString(found),
                    RECOUNT));
        }
        tooFewCopies(definition.name(), settings.replication(), description).ifPresent(problems::add);
        tooFewInSync(definition.name(), settings.leastInSync(), config).ifPresent(problems::add);
        new TreeMap<>(definition.config())
                .entrySet().stream()
                        .map(setting -> difference(definition.name(), setting, config))
                        .flatMap(Optional::stream)
                        .forEach(problems::add);
        return problems;
    }

    private static Optional<TopicProblem> tooFewCopies(String topic, int least, TopicDescription description) {
        return description.partitions().stream()
                .map(partition -> partition.replicas().size())
                .min(Integer::compare)
                .filter(fewest -> fewest < least)
                .map(fewest -> new TopicProblem(
                        topic, "replication", "at least " + least, Integer.toString(fewest), REPLICATE));
    }

    private static Optional<TopicProblem> tooFewInSync(String topic, int least, Config config) {
        return Optional.ofNullable(config.get(IN_SYNC))
                .map(ConfigEntry::value)
                .filter(found -> Integer.parseInt(found) < least)
                .map(found -> new TopicProblem(
                        topic, IN_SYNC, "at least " + least, found, alter(topic, IN_SYNC, Integer.toString(least))));
    }

    private static Optional<TopicProblem> difference(String topic, Map.Entry<String, String> setting, Config config) {
        ConfigEntry entry = config.get(setting.getKey());
        String found = entry == null ? "unknown to the broker" : entry.value();
        if (setting.getValue().equals(found)) {
            return Optional.empty();
        }
        String fix = alter(topic, setting.getKey(), setting.getValue());
        return Optional.of(new TopicProblem(topic, setting.getKey(), setting.getValue(), found, fix));
    }

    private static String alter(String topic, String setting, String value) {
        return "kafka-configs.sh --alter --entity-type topics --entity-name " + topic + " --add-config " + setting + "="
                + value;
    }

    @Override
    public String toString() {
        return "Topic " + topic + ": " + field + " must be " + expected + ", is " + found + "; " + fix;
    }
}
