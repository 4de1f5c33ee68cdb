package dev.interlock.operator;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.run.Lineage;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.worker.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Somebody with the right to command, who wants to know when a command is in force. */
public final class Operator implements AutoCloseable {
    private static final Duration SEND_LIMIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final RecordCodec<Control> codec = RecordCodec.of(Control.class);
    private final KafkaProducer<String, byte[]> producer;
    private final Connection connection;
    private final String topic;
    private final Markers markers;

    private Operator(Connection connection) {
        this.connection = connection;
        this.topic = connection.topics().control();
        this.markers = Markers.open(connection);
        this.producer = new KafkaProducer<>(connection.producerConfig());
    }

    /** Connects. */
    public static Operator open(Connection connection) {
        return new Operator(connection);
    }

    /**
     * Sends a stop or the lifting of one, and waits until every partition it concerns has its marker: from there on it is
     * obeyed.
     *
     * @return whether that was so within the limit; if not, it will be when a gateway reads it
     * @throws IllegalStateException when the command could not be sent
     */
    public boolean command(Control control, Duration limit) {
        boolean oneRun = control.scope().kind().equals(StopScope.RUN.code());
        markers.lookOutFor(control.controlId());
        send(control);
        return markers.await(control.controlId(), oneRun ? 1 : markers.runPartitions(), limit);
    }

    /**
     * What became of a command.
     *
     * @param decision what the gateway decided; empty when it was refused
     * @param refusal what is wrong with the command; empty when it was obeyed
     */
    public record Fate(Optional<String> decision, Optional<LetterError> refusal) {
        static Fate decided(String decision) {
            return new Fate(Optional.of(decision), Optional.empty());
        }

        static Fate refused(LetterError refusal) {
            return new Fate(Optional.empty(), Optional.of(refusal));
        }
    }

    /**
     * Sends a command about one run or one operation, and waits until it is decided; where it resumes a run, until the one
     * that goes on is there.
     *
     * @return what became of it; empty when nothing did within the limit: it will when a gateway reads it
     * @throws IllegalStateException when the command could not be sent
     */
    public Optional<Fate> order(Control control, Duration limit) {
        return ControlType.RESUME.equals(control.type()) ? resume(control, limit) : decided(control, limit);
    }

    private Optional<Fate> decided(Control control, Duration limit) {
        try (Commanded commanded = Commanded.lookOut(connection, control.type())) {
            return commanded.await(send(control), limit);
        }
    }

    private Optional<Fate> resume(Control control, Duration limit) {
        String chain = Keys.runChain(Lineage.successorOf(control.runId()));
        AtomicBoolean begun = new AtomicBoolean();
        Watch watch = Watch.open(connection, List.of(connection.topics().journal()), record -> {
            boolean its = chain.equals(new String(record.key(), StandardCharsets.UTF_8));
            begun.compareAndSet(false, its);
        });
        try {
            Optional<Fate> fate = decided(control, limit);
            if (fate.filter(told -> told.refusal().isEmpty()).isPresent()) {
                Waiting.until(begun::get, limit);
                return begun.get() ? fate : Optional.empty();
            }
            return fate;
        } finally {
            watch.close();
        }
    }

    /**
     * Sends a publication of a policy, and waits until every task has taken it up: from there on no run begins under what it
     * replaced.
     *
     * @return what became of it; empty when that was not so within the limit: it will when gateways read it
     * @throws IllegalStateException when it could not be sent
     */
    public Optional<Fate> publish(Control control, Duration limit) {
        try (Commanded commanded = Commanded.lookOut(connection, control.type());
                Announced announced = Announced.lookOut(connection, control.type())) {
            Position command = send(control);
            Optional<Fate> fate = commanded.await(command, limit);
            boolean refused = fate.flatMap(Fate::refusal).isPresent();
            return fate.filter(told -> refused || announced.everywhere(command, limit));
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_LIMIT);
        markers.close();
    }

    /**
     * Sends a command that leaves no marker, such as what a person says about a held call.
     *
     * @return where it stands
     * @throws IllegalStateException when it could not be sent
     */
    public Position send(Control control) {
        byte[] value = codec.encode(control, Format.JSON);
        try {
            RecordMetadata at = producer.send(new ProducerRecord<>(topic, Keys.ofControl(control), value))
                    .get(SEND_LIMIT.toSeconds(), TimeUnit.SECONDS);
            return new Position(at.topic(), at.partition(), at.offset());
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("command " + control.controlId() + " could not be sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending command " + control.controlId(), e);
        }
    }
}
