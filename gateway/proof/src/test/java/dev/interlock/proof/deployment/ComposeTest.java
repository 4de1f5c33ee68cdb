package dev.interlock.proof.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.stream.GatewayStreams;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ComposeTest {
    private static final String CONFIG = "/etc/interlock/gateway.yaml";
    private static JsonNode services;
    private static GatewayConfig config;

    @BeforeAll
    static void readFiles() throws IOException {
        services = ProjectFile.of("compose.yaml").yaml().get("services");
        config = ConfigReader.read(ProjectFile.of("ops/gateway.yaml").path());
    }

    @Test
    void everyFileItNames_isThere() {
        for (JsonNode service : services) {
            JsonNode build = service.path("build");
            if (build.isObject()) {
                String context = build.get("context").textValue();
                assertThat(ProjectFile.of(context).path()).isDirectory();
                assertThat(ProjectFile.of(
                                        context + "/" + build.get("dockerfile").textValue())
                                .path())
                        .isRegularFile();
            }
            mounts(service)
                    .map(mount -> mount.split(":")[0])
                    .filter(source -> source.startsWith("."))
                    .forEach(source -> assertThat(ProjectFile.of(source).path()).isRegularFile());
        }
    }

    @Test
    void theBroker_isOfTheVersionOfTheClients() throws IOException {
        Properties clients = new Properties();
        try (InputStream in = KafkaConsumer.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            clients.load(in);
        }
        assertThat(services.at("/kafka/image").textValue()).isEqualTo("apache/kafka:" + clients.getProperty("version"));
    }

    @Test
    void theBroker_isReachedFromThisMachineAlone() {
        assertThat(services)
                .allSatisfy(service -> assertThat(texts(service.path("ports")))
                        .allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:")));
        assertThat(texts(services.at("/kafka/ports"))).isNotEmpty();
    }

    @Test
    void theBroker_createsNoTopicByItself() {
        assertThat(services.at("/kafka/environment/KAFKA_AUTO_CREATE_TOPICS_ENABLE")
                        .asText())
                .isEqualTo("false");
    }

    @Test
    void theGateway_findsTheBroker() {
        String advertised =
                services.at("/kafka/environment/KAFKA_ADVERTISED_LISTENERS").textValue();
        assertThat(Stream.of(advertised.split(",")).map(listener -> listener.replaceFirst(".*://", "")))
                .contains(config.cluster().bootstrapServers());
        assertThat(services.at("/kafka/hostname").textValue())
                .isEqualTo(config.cluster().bootstrapServers().split(":")[0]);
        assertThat(config.topics().replication()).isEqualTo((short) 1);
    }

    @Test
    void theTopics_areCreatedAfterTheBrokerAndBeforeTheGateway() {
        assertThat(services.at("/topics/depends_on/kafka/condition").textValue())
                .isEqualTo("service_healthy");
        assertThat(services.at("/gateway/depends_on/topics/condition").textValue())
                .isEqualTo("service_completed_successfully");
        assertThat(texts(services.at("/topics/command"))).containsExactly("topics", "create", "--config", CONFIG);
        assertThat(services.at("/topics/restart").textValue()).isEqualTo("no");
    }

    @Test
    void theGateway_hasItsConfigurationAndKeepsItsState() {
        assertThat(List.of("topics", "gateway"))
                .allSatisfy(name ->
                        assertThat(mounts(services.get(name))).contains("./ops/gateway.yaml:" + CONFIG + ":ro"));
        assertThat(mounts(services.get("gateway")).map(mount -> mount.split(":")[1]))
                .contains(config.stream().stateDir().toString());
    }

    @Test
    void theGateway_isGivenTimeToEndInOrder() {
        Duration grace = Duration.parse(
                "PT" + services.at("/gateway/stop_grace_period").textValue().toUpperCase(Locale.ROOT));
        assertThat(grace).isGreaterThan(GatewayStreams.CLOSING);
    }

    private static Stream<String> mounts(JsonNode service) {
        return texts(service.path("volumes")).stream();
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::textValue)
                .toList();
    }
}
