package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
        try (Bench bench = Bench.prepared("http: {port: 0}")) {
            bench.start();
            answersOverHttp(bench.address().orElseThrow());
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

    private static void answersOverHttp(URI address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(get(client, address.resolve("/health")).statusCode()).isEqualTo(200);
            assertThat(get(client, address.resolve("/ready")).body()).isEqualTo("{\"condition\":\"running\"}");
            assertThat(get(client, address.resolve("/metrics")).body()).contains("kafka_stream_thread_poll_total");
        }
    }

    private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri).timeout(Bench.PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aPortThatIsTaken_endsTheProcessAsAFaultOfItsConfiguration() throws Exception {
        try (Bench bench = Bench.prepared();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String yaml = bench.yaml(directory) + "http: {port: " + taken.getLocalPort() + "}\n";
            assertThat(start(yaml)).isEqualTo(ExitCode.CONFIGURATION);
            assertThat(said())
                    .startsWith("interlock gateway: http.host, http.port: cannot listen at 127.0.0.1:"
                            + taken.getLocalPort());
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
