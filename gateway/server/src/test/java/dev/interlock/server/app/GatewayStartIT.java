package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayStartIT {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @Test
    void aStateDirectoryThatCannotBeWrittenTo_endsTheProcessAsAFaultOfItsConfiguration() throws Exception {
        Path file = Files.createFile(directory.resolve("a-file"));
        try (Bench bench = Bench.prepared()) {
            assertThat(start(bench.yaml(file))).isEqualTo(ExitCode.CONFIGURATION);
            assertThat(said()).startsWith("interlock gateway: stream.state_dir: must be a directory to write to");
        }
    }

    @Test
    void aStateDirectoryThatAnotherGatewayWorksIn_endsTheProcessAsAFaultOfItsConfiguration() throws Exception {
        try (Bench bench = Bench.prepared()) {
            bench.start();
            String same = bench.yaml(bench.config().stream().stateDir());
            assertThat(start(same)).isEqualTo(ExitCode.CONFIGURATION);
            assertThat(said()).startsWith("interlock gateway: client or stream: ");
        }
    }

    @Test
    void aClientPropertyThatKafkaRefuses_endsTheProcessAsAFaultOfItsConfiguration() throws Exception {
        try (Bench bench = Bench.prepared()) {
            String yaml = bench.yaml(directory) + "client: {max.poll.interval.ms: soon}\n";
            assertThat(start(yaml)).isEqualTo(ExitCode.CONFIGURATION);
            assertThat(said()).contains("max.poll.interval.ms").contains("soon");
        }
    }

    @Test
    void topicsWithFewerCopiesThanConfigured_endTheProcessWithTheWayToMendThem() throws Exception {
        try (Bench bench = Bench.prepared()) {
            String yaml = bench.yaml(directory).replace("partitions: 3", "partitions: 3, replication: 3");
            assertThat(start(yaml)).isEqualTo(ExitCode.TOPICS);
            assertThat(said())
                    .contains("replication must be at least 3, is 1")
                    .contains("kafka-reassign-partitions.sh")
                    .contains("min.insync.replicas must be at least 2, is 1");
        }
    }

    private ExitCode start(String yaml) throws Exception {
        Path file = Files.writeString(directory.resolve("gateway.yaml"), yaml);
        return GatewayMain.run(
                new String[] {"--config", file.toString()},
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
