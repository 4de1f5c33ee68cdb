package dev.interlock.server.door;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Outcome;
import dev.interlock.server.http.Asked;
import dev.interlock.server.http.EventSink;
import dev.interlock.server.http.Problem;
import dev.interlock.server.http.Reply;
import dev.interlock.server.wire.Submitted;
import dev.interlock.server.wire.TopicRecords;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outcomes as they are published, as server-sent events. Each listener reads the topic for itself, from where it says: who was
 * cut off and comes again misses nothing.
 */
final class Following implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Following.class);

    /** Each costs a consumer and a thread. */
    private static final int MOST_LISTENERS = 32;

    private static final int FETCH_BYTES = 1024 * 1024;
    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration BACK = Duration.ofMinutes(10);
    private static final String PLACE = "[0-9]{1,9}-[0-9]{1,18}(,[0-9]{1,9}-[0-9]{1,18})*";

    private final Semaphore listeners = new Semaphore(MOST_LISTENERS);
    private final Connection connection;
    private final InstantSource clock;
    private volatile boolean closed;

    Following(Connection connection, InstantSource clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** What is published about a run. */
    Reply ofRun(Asked asked) {
        String runId = asked.path("run_id");
        if (!asked.caller().sees(runId)) {
            throw Problem.forbidden(
                            asked.caller().name() + " may not see run " + runId + ": its token is bound to others.")
                    .exception();
        }
        return follow(asked, outcome -> runId.equals(outcome.runId()) && outcome.containment() == null);
    }

    /** The containment report of a stop, as it fills. */
    Reply ofStop(Asked asked) {
        String controlId = asked.path("control_id");
        return follow(
                asked,
                outcome -> outcome.containment() != null
                        && controlId.equals(outcome.containment().stopId()));
    }

    private Reply follow(Asked asked, Predicate<Outcome> wanted) {
        long now = clock.millis();
        long since = asked.number("since_ms", now - BACK.toMillis(), 0, Long.MAX_VALUE);
        Optional<String> last = asked.header("Last-Event-ID").or(() -> asked.query("after"));
        last.filter(place -> !place.matches(PLACE)).ifPresent(place -> {
            throw Problem.invalid("Last-Event-ID", "must be the id of an event", place)
                    .exception();
        });
        if (!listeners.tryAcquire()) {
            throw Problem.unavailable("At most " + MOST_LISTENERS + " listen at a time.", 5)
                    .exception();
        }
        return new Reply.Events(sink -> new Listener(sink, wanted, since, last.orElse("")).start());
    }

    /** Ends all streams. */
    @Override
    public void close() {
        closed = true;
    }

    /** One that listens. Its events have as id where it stands in every partition, as far as it was moved by what it was told. */
    private final class Listener {
        private final EventSink sink;
        private final Predicate<Outcome> wanted;
        private final long since;
        private final Map<Integer, Long> places = new HashMap<>();
        private volatile boolean gone;

        Listener(EventSink sink, Predicate<Outcome> wanted, long since, String last) {
            this.sink = sink;
            this.wanted = wanted;
            this.since = since;
            for (String place : last.isEmpty() ? new String[0] : last.split(",")) {
                places.put(
                        Integer.parseInt(place.substring(0, place.indexOf('-'))),
                        Long.parseLong(place.substring(place.indexOf('-') + 1)));
            }
        }

        Runnable start() {
            Thread.ofPlatform().daemon().name("http-events").start(this::listen);
            return () -> gone = true;
        }

        private void listen() {
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumerConfig(
                    Map.of(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Integer.toString(FETCH_BYTES))))) {
                seek(consumer);
                long startedAt = System.nanoTime();
                while (!gone && !closed && System.nanoTime() - startedAt < LONGEST.toNanos()) {
                    consumer.poll(POLL).forEach(this::tell);
                }
            } catch (WakeupException e) {
                LOG.debug("A listener was ended", e);
            } catch (KafkaException e) {
                LOG.warn("Outcomes cannot be followed; the listener is cut off and may come again", e);
            } finally {
                listeners.release();
                sink.end();
            }
        }

        private void seek(KafkaConsumer<byte[], byte[]> consumer) {
            String topic = connection.topics().outcomes();
            List<TopicPartition> partitions = consumer.partitionsFor(topic, START).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(partition -> times.put(partition, since));
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, START);
            consumer.offsetsForTimes(times, START).forEach((partition, found) -> {
                long first = found == null ? ends.get(partition) : found.offset();
                consumer.seek(
                        partition,
                        places.containsKey(partition.partition()) ? places.get(partition.partition()) + 1 : first);
            });
        }

        private void tell(ConsumerRecord<byte[], byte[]> record) {
            Outcome outcome;
            try {
                outcome = TopicRecords.outcome(record.value());
            } catch (InvalidRecordException e) {
                LOG.warn("No outcome at {}-{}@{}", record.topic(), record.partition(), record.offset(), e);
                return;
            }
            if (wanted.test(outcome)) {
                places.put(record.partition(), record.offset());
                gone |= !sink.send(outcome.type(), Optional.of(id()), Submitted.json(outcome));
            }
        }

        private String id() {
            return String.join(
                    ",",
                    places.entrySet().stream()
                            .map(place -> place.getKey() + "-" + place.getValue())
                            .sorted()
                            .toList());
        }
    }
}
