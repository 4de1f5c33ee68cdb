package dev.interlock.cli;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.Symbols.ResultType;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import dev.interlock.worker.TopicLookup;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Follows a stop on the topics, from a place before the stop: what was open, and what becomes of it. */
final class ContainmentWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration OVERTAKEN = Duration.ofMinutes(5);
    private static final String LEDGER_OPERATION = Keys.ledgerOperation("");

    private final RecordCodec<Outcome> outcomes = RecordCodec.of(Outcome.class);
    private final RecordCodec<Result> results = RecordCodec.of(Result.class);
    private final RecordCodec<LedgerOperation> operations = RecordCodec.of(LedgerOperation.class);
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Topics topics;

    private ContainmentWatch(KafkaConsumer<byte[], byte[]> consumer, Topics topics) {
        this.consumer = consumer;
        this.topics = topics;
    }

    /** Begins to look; what is written from now on is seen. */
    static ContainmentWatch open(Connection connection) {
        Topics topics = connection.topics();
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumerConfig(Map.of()));
        List<TopicPartition> partitions = Stream.of(topics.outcomes(), topics.results(), topics.ledger())
                .flatMap(topic -> TopicLookup.partitions(consumer, topic).stream())
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        seekBack(
                consumer,
                partitions.stream()
                        .filter(partition -> partition.topic().equals(topics.results()))
                        .toList());
        return new ContainmentWatch(consumer, topics);
    }

    /** A stop overtakes results: one that was written just before it may be of a call that it lists. */
    private static void seekBack(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> results) {
        long from = System.currentTimeMillis() - OVERTAKEN.toMillis();
        Map<TopicPartition, Long> times =
                results.stream().collect(Collectors.toMap(partition -> partition, partition -> from));
        consumer.offsetsForTimes(times).forEach((partition, found) -> {
            if (found != null) {
                consumer.seek(partition, found.offset());
            }
        });
    }

    /**
     * Reads on and prints what is new.
     *
     * @return whether the wanted came to be within the limit
     */
    boolean follow(ContainmentReport report, BooleanSupplier wanted, Duration limit, PrintWriter out) {
        long startedAt = System.nanoTime();
        while (!wanted.getAsBoolean()) {
            if (System.nanoTime() - startedAt > limit.toNanos()) {
                return false;
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                take(record, report).forEach(out::println);
                out.flush();
            }
        }
        return true;
    }

    @Override
    public void close() {
        consumer.close();
    }

    private List<String> take(ConsumerRecord<byte[], byte[]> record, ContainmentReport report) {
        if (record.value() == null) {
            return List.of();
        }
        try {
            if (record.topic().equals(topics.outcomes())) {
                Outcome outcome = outcomes.decode(record.value()).record();
                return outcome.containment() == null ? List.of() : report.take(outcome.containment());
            }
            return record.topic().equals(topics.results()) ? result(record, report) : ledger(record, report);
        } catch (InvalidRecordException e) {
            // Results are written by anybody; one that cannot be read settles nothing, and the gateway reports it.
            return List.of();
        }
    }

    private List<String> result(ConsumerRecord<byte[], byte[]> record, ContainmentReport report) {
        Result result = results.decode(record.value()).record();
        return ResultType.RESULT.equals(result.type()) ? report.returned(result.dispatchId()) : List.of();
    }

    private List<String> ledger(ConsumerRecord<byte[], byte[]> record, ContainmentReport report) {
        boolean operation = new String(record.key(), StandardCharsets.UTF_8).startsWith(LEDGER_OPERATION);
        if (!operation) {
            return List.of();
        }
        LedgerOperation shown = operations.decode(record.value()).record();
        return report.moved(shown.operationId(), shown.state());
    }
}
