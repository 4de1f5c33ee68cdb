package dev.interlock.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayTopologyTest {
    private static final String GOLDEN = "topology.txt";

    @TempDir
    private Path state;

    /**
     * A changed name orphans the state kept under the old one. When the change is meant, say in the change log how state
     * is carried over, and write the file anew with {@code -Dinterlock.write=true}.
     */
    @Test
    void namesOfNodesStoresAndTopics_areTheWrittenOnes() throws IOException {
        String description = describe();
        if (Boolean.getBoolean("interlock.write")) {
            Files.writeString(
                    Path.of("src/test/resources/dev/interlock/server/stream").resolve(GOLDEN), description);
        }
        assertThat(description).isEqualTo(golden());
    }

    private String describe() {
        GatewayConfig config = ConfigReader.parse(
                "bootstrap_servers: nowhere:1\nstream: {state_dir: '" + state + "', application_id: gateway}");
        StreamsConfig streams = new StreamsConfig(StreamsProperties.of(config));
        return GatewayStreams.topology(
                        config,
                        InstantSource.system(),
                        new Meters(new SimpleMeterRegistry(), InstantSource.system()),
                        new Turns(),
                        streams)
                .describe()
                .toString();
    }

    private static String golden() throws IOException {
        try (InputStream file = GatewayTopologyTest.class.getResourceAsStream(GOLDEN)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
