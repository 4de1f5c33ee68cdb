package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.schemas.Topics;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.worker.Connection;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Option;

/** How a command reaches Kafka and finds the topics: the options that all commands have. */
final class ClusterOptions {
    /** Where {@code interlock up} listens. */
    static final String LOCAL = "127.0.0.1:29092";

    private static final String BOOTSTRAP = "bootstrap.servers";

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Kafka brokers to ask first. Default: what --config says, else " + LOCAL
                    + ", where 'interlock up' listens.")
    private String bootstrap;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A gateway's configuration file, or a file *.properties with settings of Kafka clients, such as"
                            + " security.protocol.")
    private Path config;

    @Option(names = "--prefix", paramLabel = "TEXT", description = "What the names of all topics start with.")
    private String prefix;

    /** The cluster, once it is certain that a broker answers. */
    GatewayConfig.Cluster cluster() {
        GatewayConfig.Cluster cluster = described();
        if (!Reachable.answers(cluster)) {
            throw CommandException.unavailable("No Kafka broker answers at " + cluster.bootstrapServers()
                    + ". Start one with 'interlock up', or name yours with --bootstrap HOST:PORT and --config FILE.");
        }
        return cluster;
    }

    /** A connection for clients, once it is certain that a broker answers. */
    Connection connection() {
        GatewayConfig.Cluster cluster = cluster();
        Connection connection = Connection.to(cluster.bootstrapServers()).withTopicPrefix(topics().prefix());
        for (Map.Entry<String, String> property : cluster.client().entrySet()) {
            connection = connection.with(property.getKey(), property.getValue());
        }
        return connection;
    }

    /** Which topics are meant. */
    GatewayConfig.TopicSettings topics() {
        GatewayConfig.TopicSettings settings = gateway()
                .map(GatewayConfig::topics)
                .orElse(new GatewayConfig.TopicSettings(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS, (short) 1));
        return prefix == null
                ? settings
                : new GatewayConfig.TopicSettings(prefix, settings.partitions(), settings.replication());
    }

    /** The consumer group of the gateways. */
    String applicationId() {
        return gateway().map(config -> config.stream().applicationId()).orElse(ConfigReader.APPLICATION_ID);
    }

    private GatewayConfig.Cluster described() {
        GatewayConfig.Cluster cluster = gateway().map(GatewayConfig::cluster).orElseGet(() -> cluster(properties()));
        return bootstrap == null ? cluster : new GatewayConfig.Cluster(bootstrap, cluster.client());
    }

    private static GatewayConfig.Cluster cluster(Map<String, String> properties) {
        Map<String, String> client = new HashMap<>(properties);
        String servers = client.remove(BOOTSTRAP);
        return new GatewayConfig.Cluster(servers == null ? LOCAL : servers, client);
    }

    private Optional<GatewayConfig> gateway() {
        return Optional.ofNullable(config).filter(file -> !isProperties(file)).map(ConfigReader::read);
    }

    private Map<String, String> properties() {
        if (config == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(config)) {
            properties.load(reader);
        } catch (IOException e) {
            throw CommandException.usage("--config: the file cannot be read: " + config);
        }
        Map<String, String> texts = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> texts.put(name, properties.getProperty(name)));
        return texts;
    }

    private static boolean isProperties(Path file) {
        return file.toString().endsWith(".properties");
    }
}
