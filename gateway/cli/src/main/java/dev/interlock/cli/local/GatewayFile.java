package dev.interlock.cli.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configuration file of a gateway on this machine. It is JSON, which is YAML too. */
public final class GatewayFile {
    private static final int PARTITIONS = 8;
    private static final int THREADS = 2;
    private static final int SIGNED_EVERY_MS = 5_000;

    private GatewayFile() {}

    /**
     * Writes it, and the key that it names.
     *
     * @param directory where it is written and where the gateway keeps its state
     * @param rules the fields {@code policies} and {@code assign}; empty for the defaults alone
     * @return the file
     */
    public static Path write(Path directory, String bootstrapServers, ObjectNode rules) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("bootstrap_servers", bootstrapServers);
        // One broker, and a gateway that may be killed: its successor should not wait long for it.
        root.putObject("client").put("session.timeout.ms", "6000").put("heartbeat.interval.ms", "1500");
        root.putObject("topics").put("partitions", PARTITIONS).put("replication", 1);
        root.putObject("stream")
                .put("state_dir", directory.resolve("state").toString())
                .put("threads", THREADS);
        root.putObject("audit")
                .putObject("signing")
                .put("key_id", SigningKey.ID)
                .put("key_file", SigningKey.in(directory).toString())
                .put("every_ms", SIGNED_EVERY_MS);
        root.setAll(rules);
        Path file = directory.resolve("gateway.yaml");
        try {
            return Files.writeString(file, root.toPrettyString() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }
}
