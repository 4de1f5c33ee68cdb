package dev.interlock.chaos.script;

import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ResumeChange;
import dev.interlock.worker.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A person who resumes ended runs and grants them more. Safe for use by several threads. */
final class Operator implements AutoCloseable {
    private static final RecordCodec<Control> COMMANDS = RecordCodec.of(Control.class);

    private final AtomicInteger commands = new AtomicInteger();
    private final String topic;
    private final KafkaProducer<String, byte[]> producer;

    Operator(Connection connection) {
        this.topic = connection.topics().control();
        this.producer = new KafkaProducer<>(connection.producerConfig());
    }

    /** Resumes a run, without waiting for it. Two commands at once are two persons. */
    void resume(String runId, int times) {
        for (int time = 0; time < times; time++) {
            send(command(ControlType.RESUME, runId).change(ResumeChange.STRATEGY_CHANGED));
        }
    }

    /** Grants a run more calls, without waiting for it. */
    void grant(String runId, long calls) {
        send(command(ControlType.GRANT, runId).grants(List.of(new BudgetGrant("calls", calls))));
    }

    private ControlBuilder command(String type, String runId) {
        return ControlBuilder.builder()
                .type(type)
                .controlId(type + "-" + runId + "-" + commands.incrementAndGet())
                .by("chaos")
                .reason("to see how it goes on")
                .runId(runId);
    }

    private void send(ControlBuilder command) {
        Control control = command.build();
        producer.send(new ProducerRecord<>(topic, Keys.ofControl(control), COMMANDS.encode(control, Format.JSON)));
    }

    @Override
    public void close() {
        producer.close();
    }
}
