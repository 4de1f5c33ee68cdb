package dev.interlock.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {
    @TempDir
    Path directory;

    @Test
    void restart_onTheSameDataAndOtherPorts_keepsRecords() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            new Topic(broker.bootstrapServers()).create().send("a", "b");
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            assertThat(new Topic(broker.bootstrapServers()).readTo("b")).containsExactly("a", "b");
        }
    }

    @Test
    void readCommitted_afterAbortAndAfterAnAbandonedTransaction_seesCommittedRecordsOnly() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            Topic topic = new Topic(broker.bootstrapServers()).create();
            try (KafkaProducer<String, String> producer = topic.producer(Map.of("transactional.id", "writer"))) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.send(topic.record("aborted"));
                producer.abortTransaction();
                producer.beginTransaction();
                producer.send(topic.record("committed"));
                producer.commitTransaction();
            }
            try (KafkaProducer<String, String> abandoned =
                    topic.producer(Map.of("transactional.id", "dead", "transaction.timeout.ms", 1_000))) {
                abandoned.initTransactions();
                abandoned.beginTransaction();
                abandoned.send(topic.record("never committed"));
                abandoned.flush();
                topic.send("last");

                assertThat(topic.readTo("last")).containsExactly("committed", "last");
            }
        }
    }

    @Test
    void start_onATakenPort_failsAndLeavesThisJvmRunning() throws Exception {
        BrokerSettings free = BrokerSettings.onFreePorts(directory);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(BrokerSettings.HOST))) {
            BrokerSettings settings = new BrokerSettings(taken.getLocalPort(), free.controllerPort(), directory);
            assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()))
                    .matches(KraftServer::portTaken, "is a taken port");
        }
    }

    @Test
    void start_onATakenControllerPort_failsAndLeavesThisJvmRunning() throws Exception {
        BrokerSettings free = BrokerSettings.onFreePorts(directory);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(BrokerSettings.HOST))) {
            BrokerSettings settings = new BrokerSettings(free.port(), taken.getLocalPort(), directory);
            assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                    .isInstanceOf(StartupException.class)
                    .matches(KraftServer::portTaken, "is a taken port");
        }
    }

    @Test
    void start_inADirectoryWithOtherFiles_isRefused() throws Exception {
        Files.writeString(directory.resolve("letter.txt"), "mine");

        assertThatThrownBy(() -> EmbeddedBroker.start(directory))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("data must be empty");
        assertThat(directory.resolve("letter.txt")).hasContent("mine");
    }
}
