package dev.interlock.proof.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.proof.deployment.ProjectFile;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/** On the official image that {@code compose.yaml} starts. It needs Docker, and says so where there is none. */
class ContainerBrokerIT {
    @Test
    void run_isCompleted_andItsWriteIsExecutedOnce() throws Exception {
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "not run: Docker is not there");
        String image = ProjectFile.of("compose.yaml")
                .yaml()
                .at("/services/kafka/image")
                .textValue();
        try (KafkaContainer broker = new KafkaContainer(image)) {
            broker.withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false").start();
            EndToEnd.live(broker.getBootstrapServers(), "container");
        }
    }
}
