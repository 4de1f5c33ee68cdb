package dev.interlock.scenarios.kafka;

import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Somebody with the right to command. */
final class Operator implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final RecordCodec<Control> codec = RecordCodec.of(Control.class);
    private final KafkaProducer<String, byte[]> producer;
    private final String topic;
    private final Sightings sightings;

    Operator(Connection connection, Sightings sightings) {
        this.producer = new KafkaProducer<>(connection.producerConfig());
        this.topic = connection.topics().control();
        this.sightings = sightings;
    }

    /**
     * Sends a stop or the lifting of one and waits until it is in force everywhere.
     *
     * @param type stop or lift
     * @param id the real id of what it is about; empty for everything
     */
    void command(String type, StopScope scope, String id) {
        String controlId = UUID.randomUUID().toString();
        Control control = ControlBuilder.builder()
                .type(type)
                .controlId(controlId)
                .by("scenario operator")
                .reason("the scenario says so")
                .issuedAtMs(System.currentTimeMillis())
                .scope(new Scope(scope.code(), id.isEmpty() ? null : id))
                .build();
        sightings.lookOutFor(controlId);
        producer.send(new ProducerRecord<>(topic, controlId, codec.encode(control, Format.JSON)));
        sightings.awaitMarkers(controlId, scope == StopScope.RUN ? 1 : sightings.partitions(), LIMIT);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
