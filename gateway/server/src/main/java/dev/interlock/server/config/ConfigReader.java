package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Topics;
import dev.interlock.server.wire.CallIdentity;
import dev.interlock.server.wire.DeadMan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a gateway's YAML file. Fields it does not know are refused. */
public final class ConfigReader {
    /** The consumer group of gateways whose file names none. */
    public static final String APPLICATION_ID = "interlock-gateway";

    private static final String UNNAMED = "gateway.yaml";
    private static final int MOST_PARTITIONS = 1024;
    private static final int MOST_THREADS = 256;
    private static final int MOST_PORT = 65_535;
    private static final long LEAST_SILENCE_MS = 1_000;
    private static final long MOST_SILENCE_MS = 86_400_000;

    private ConfigReader() {}

    /**
     * Reads a file.
     *
     * @throws ConfigurationException when it cannot be read, or says something that cannot be
     */
    public static GatewayConfig read(Path file) {
        try {
            return read(ConfigFile.parse(file.toString(), Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new ConfigurationException("The configuration file cannot be read: " + file, e);
        }
    }

    /**
     * Reads a file's text.
     *
     * @throws ConfigurationException when it says something that cannot be
     */
    public static GatewayConfig parse(String yaml) {
        return read(ConfigFile.parse(UNNAMED, yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static GatewayConfig read(ConfigFile file) {
        Fields root = Fields.of("", file.tree());
        GatewayConfig config = new GatewayConfig(
                cluster(root),
                topics(root),
                stream(root),
                formats(root),
                identity(root),
                PolicyReader.read(root, file),
                deadMan(root),
                RuntimeReader.read(root),
                SigningReader.read(root),
                http(root),
                TracingReader.read(root),
                LogReader.read(root));
        root.end();
        return config;
    }

    private static GatewayConfig.Cluster cluster(Fields root) {
        Map<String, String> client = new LinkedHashMap<>();
        root.map("client").forEach((name, value) -> {
            if (!value.isValueNode()) {
                throw new ConfigurationException(root.path("client." + name), "must be one value", value);
            }
            client.put(name, value.asText());
        });
        return new GatewayConfig.Cluster(root.requiredText("bootstrap_servers"), client);
    }

    private static GatewayConfig.TopicSettings topics(Fields root) {
        Fields topics = root.object("topics");
        String prefix = topics.text("prefix").orElse(Topics.DEFAULT_PREFIX);
        var settings = new GatewayConfig.TopicSettings(
                prefix, (int) topics.integer("partitions", Topics.DEFAULT_PARTITIONS, 1, MOST_PARTITIONS), (short)
                        topics.integer("replication", 1, 1, Short.MAX_VALUE));
        topics.end();
        try {
            Topics.withPrefix(prefix);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("topics.prefix: " + e.getMessage(), e);
        }
        return settings;
    }

    private static GatewayConfig.StreamSettings stream(Fields root) {
        Fields stream = root.object("stream");
        var settings = new GatewayConfig.StreamSettings(
                stream.text("application_id").orElse(APPLICATION_ID),
                Path.of(stream.requiredText("state_dir")),
                (int) stream.integer("threads", 1, 1, MOST_THREADS),
                Duration.ofMillis(stream.integer("commit_interval_ms", 20, 1, 10_000)),
                Duration.ofMillis(stream.integer("tick_ms", 50, 10, 10_000)),
                stream.flag("transactional_stores", false));
        stream.end();
        return settings;
    }

    private static GatewayConfig.Formats formats(Fields root) {
        Fields formats = root.object("formats");
        var settings =
                new GatewayConfig.Formats(format(formats, "dispatches"), format(formats, "operation_dispatches"));
        formats.end();
        return settings;
    }

    private static Format format(Fields formats, String name) {
        String symbol = formats.text(name).orElse("json");
        return switch (symbol.toLowerCase(Locale.ROOT)) {
            case "json" -> Format.JSON;
            case "avro" -> Format.AVRO;
            default -> throw new ConfigurationException(formats.path(name), "must be json or avro", symbol);
        };
    }

    /** Off unless it is named, and then with both times: what is left out here would be found out in an emergency. */
    private static Optional<DeadMan> deadMan(Fields root) {
        if (!root.has("dead_man")) {
            return Optional.empty();
        }
        Fields deadMan = root.object("dead_man");
        long writes = deadMan.requiredInteger("writes_after_ms", LEAST_SILENCE_MS, MOST_SILENCE_MS);
        long reads = deadMan.requiredInteger("reads_after_ms", writes, MOST_SILENCE_MS);
        deadMan.end();
        return Optional.of(new DeadMan(writes, reads));
    }

    /** Keys that nothing new is fingerprinted with. */
    private static List<FingerprintKey> known(Fields fingerprint, Optional<FingerprintKey> key) {
        List<FingerprintKey> known = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        key.map(FingerprintKey::id).ifPresent(ids::add);
        for (JsonNode item : fingerprint.list("known")) {
            Fields fields = Fields.of(fingerprint.path("known") + "[" + known.size() + "]", item);
            String id = fields.requiredText("key_id");
            if (known.size() == CallIdentity.MOST_KNOWN || !ids.add(id)) {
                throw new ConfigurationException(
                        fields.path("key_id"),
                        "must be one of at most " + CallIdentity.MOST_KNOWN + " keys with ids of their own",
                        id);
            }
            known.add(SecretReader.read(fields).orElseThrow());
            fields.end();
        }
        return known;
    }

    /** Off unless it is named. Only this machine reaches it where no host says otherwise: nobody is asked who he is. */
    private static Optional<HttpSettings> http(Fields root) {
        if (!root.has("http")) {
            return Optional.empty();
        }
        Fields http = root.object("http");
        HttpSettings settings = new HttpSettings(
                http.text("host").orElse("127.0.0.1"),
                (int) http.requiredInteger("port", 0, MOST_PORT),
                Duration.ofMillis(http.integer("idle_ms", 30_000, 100, 600_000)),
                AccessReader.read(http));
        http.end();
        return Optional.of(settings);
    }

    private static CallIdentity identity(Fields root) {
        Fields fingerprint = root.object("fingerprint");
        Optional<FingerprintKey> key = SecretReader.read(fingerprint);
        CallIdentity identity = new CallIdentity(key, known(fingerprint, key));
        fingerprint.end();
        return identity;
    }
}
