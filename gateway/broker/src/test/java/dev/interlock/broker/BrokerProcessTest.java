package dev.interlock.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerProcessTest {
    private static final Duration SHORT = Duration.ofSeconds(2);

    @TempDir
    Path directory;

    @Test
    void kill_thenRestart_keepsAcknowledgedRecordsAndTheAddress() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(directory)) {
            Topic topic = new Topic(broker.bootstrapServers()).create();
            topic.send("a", "b");
            long pid = broker.pid();

            broker.kill();
            assertThat(broker.isAlive()).isFalse();
            assertThat(ProcessHandle.of(pid)).isEmpty();

            broker.restart();
            topic.send("c");
            assertThat(topic.readTo("c")).containsExactly("a", "b", "c");
        }
    }

    @Test
    void freeze_stopsAnswersUntilThaw() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(directory)) {
            Topic topic = new Topic(broker.bootstrapServers()).create();
            topic.send("a");

            broker.freeze();
            assertThat(broker.isAlive()).isTrue();
            assertThatThrownBy(() -> topic.send(SHORT, "lost")).hasMessageContaining("Timeout");

            broker.thaw();
            topic.send("b");
            assertThat(topic.readTo("b")).startsWith("a").endsWith("b");
        }
    }

    @Test
    void start_onATakenPort_saysSo() throws Exception {
        BrokerSettings free = BrokerSettings.onFreePorts(directory.resolve("data"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(BrokerSettings.HOST))) {
            BrokerSettings settings = new BrokerSettings(taken.getLocalPort(), free.controllerPort(), free.data());
            assertThatThrownBy(() -> BrokerProcess.start(settings, directory.resolve("broker.log")))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("exit code " + BrokerMain.PORT_TAKEN)
                    .hasMessageContaining("Address already in use");
        }
    }
}
