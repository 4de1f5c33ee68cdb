package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The topics as files for people who create them with their own tools. */
class OpsTopicsTest {
    private static final OpsScript SCRIPT = new OpsScript("topics.sh");

    @Test
    void topicsYaml_definesTheTopicsOfTheContract() throws IOException {
        Map<String, Object> file = file();
        assertThat(file)
                .containsEntry("prefix", Topics.DEFAULT_PREFIX)
                .containsEntry("partitions", Topics.DEFAULT_PARTITIONS);

        Map<String, Map<String, String>> defined = new LinkedHashMap<>();
        settings(file.get("topics"))
                .forEach((name, own) -> defined.put((String) name, merged(settings(file.get("every")), settings(own))));
        Map<String, Map<String, String>> expected = new LinkedHashMap<>();
        Topics.withPrefix("").all().forEach(topic -> expected.put(topic.name(), new TreeMap<>(topic.config())));
        assertThat(defined).isEqualTo(expected);
        assertThat(defined.keySet()).containsExactlyElementsOf(expected.keySet());
    }

    @Test
    void topicsSh_createsTheTopicsOfTheContract() throws IOException, InterruptedException {
        List<List<String>> commands = SCRIPT.commands();
        List<TopicDefinition> topics = Topics.withPrefix(Topics.DEFAULT_PREFIX).all();
        assertThat(commands).hasSameSizeAs(topics);
        for (int i = 0; i < topics.size(); i++) {
            List<String> command = commands.get(i);
            Map<String, String> config = new TreeMap<>(topics.get(i).config());
            config.put("min.insync.replicas", "2");
            assertThat(command).startsWith("kafka-topics.sh").contains("--create", "--if-not-exists");
            assertThat(OpsScript.value(command, "--topic"))
                    .isEqualTo(topics.get(i).name());
            assertThat(OpsScript.value(command, "--partitions")).isEqualTo(Integer.toString(Topics.DEFAULT_PARTITIONS));
            assertThat(OpsScript.value(command, "--replication-factor")).isEqualTo("3");
            assertThat(OpsScript.values(command, "--config"))
                    .containsExactlyInAnyOrderElementsOf(
                            config.entrySet().stream().map(Object::toString).toList());
        }
    }

    @Test
    void topicsSh_obeysItsOptions() throws IOException, InterruptedException {
        List<String> command = SCRIPT.commands(
                        "--bootstrap-server", "b:1",
                        "--command-config", "c.properties",
                        "--prefix", "x.",
                        "--partitions", "3",
                        "--replication-factor", "1",
                        "--min-insync-replicas", "1")
                .get(0);
        assertThat(OpsScript.value(command, "--bootstrap-server")).isEqualTo("b:1");
        assertThat(OpsScript.value(command, "--command-config")).isEqualTo("c.properties");
        assertThat(OpsScript.value(command, "--topic")).isEqualTo("x.proposals");
        assertThat(OpsScript.value(command, "--partitions")).isEqualTo("3");
        assertThat(OpsScript.value(command, "--replication-factor")).isEqualTo("1");
        assertThat(OpsScript.values(command, "--config")).contains("min.insync.replicas=1");
    }

    private static Map<String, Object> file() throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options)).load(Files.readString(OpsScript.FOLDER.resolve("topics.yaml")));
    }

    private static Map<?, ?> settings(Object node) {
        return (Map<?, ?>) node;
    }

    private static Map<String, String> merged(Map<?, ?> every, Map<?, ?> own) {
        Map<String, String> config = new TreeMap<>();
        every.forEach((name, value) -> config.put(name.toString(), value.toString()));
        own.forEach((name, value) -> config.put(name.toString(), value.toString()));
        return config;
    }
}
