package dev.interlock.server.control;

import dev.interlock.schemas.TopicDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * A topic that is not as the contract says.
 *
 * @param topic its name
 * @param field what differs: {@code partitions}, a topic setting, or {@code topic} when it is missing
 * @param expected what it should be
 * @param found what it is
 * @param fix what to do about it
 */
public record TopicProblem(String topic, String field, String expected, String found, String fix) {
    private static final String CREATE = "create it with: interlock topics create";
    private static final String RECOUNT = "set topics.partitions in the configuration to the count the topics were"
            + " created with; it cannot be changed later, because keys would move";

    static TopicProblem missing(TopicDefinition definition) {
        return new TopicProblem(definition.name(), "topic", "present", "missing", CREATE);
    }

    static List<TopicProblem> differences(
            TopicDefinition definition, int partitions, TopicDescription description, Config config) {
        List<TopicProblem> problems = new ArrayList<>();
        int found = description.partitions().size();
        if (found != partitions) {
            problems.add(new TopicProblem(
                    definition.name(), "partitions", Integer.toString(partitions), Integer.toString(found), RECOUNT));
        }
        new TreeMap<>(definition.config())
                .entrySet().stream()
                        .map(setting -> difference(definition.name(), setting, config))
                        .flatMap(Optional::stream)
                        .forEach(problems::add);
        return problems;
    }

    private static Optional<TopicProblem> difference(String topic, Map.Entry<String, String> setting, Config config) {
        ConfigEntry entry = config.get(setting.getKey());
        String found = entry == null ? "unknown to the broker" : entry.value();
        if (setting.getValue().equals(found)) {
            return Optional.empty();
        }
        String fix = "kafka-configs.sh --alter --entity-type topics --entity-name " + topic + " --add-config "
                + setting.getKey() + "=" + setting.getValue();
        return Optional.of(new TopicProblem(topic, setting.getKey(), setting.getValue(), found, fix));
    }

    @Override
    public String toString() {
        return "Topic " + topic + ": " + field + " must be " + expected + ", is " + found + "; " + fix;
    }
}
