package dev.interlock.chaos.flood;

import dev.interlock.chaos.cluster.Waiting;
import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads along while a stop takes hold, each record once, and keeps no more of it than what is measured: on a machine that
 * it shares with the gateway, whoever measures must not be what is measured. Not for several threads at once.
 */
final class StopMeter implements AutoCloseable {
    private static final RecordCodec<Dispatch> DISPATCHES = RecordCodec.of(Dispatch.class);
    private static final RecordCodec<Outcome> OUTCOMES = RecordCodec.of(Outcome.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Topics topics;
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<Long> executed = new ArrayList<>();
    /** Append times of proposals that have no answer and were not let through, by run: each run proposes once. */
    private final Map<String, Long> asked = new HashMap<>();

    private final List<StopTimes.Answer> answers = new ArrayList<>();
    private OptionalLong stopMs = OptionalLong.empty();
    private OptionalLong tasks = OptionalLong.empty();
    private long markedMs;
    private long listed;
    private long counted;
    private long countedMs;
    private long ended;
    private long endedMs;

    StopMeter(Connection connection) {
        this.topics = connection.topics();
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, connection.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(Stream.of(
                        topics.proposals(),
                        topics.dispatches(),
                        topics.operationDispatches(),
                        topics.outcomes(),
                        topics.control())
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList());
    }

    /** Reads until it is so, half an hour at most. */
    void await(String what, BooleanSupplier condition) {
        Waiting.forThis(
                what,
                () -> {
                    consumer.poll(POLL).forEach(this::take);
                    return condition.getAsBoolean();
                },
                Duration.ZERO,
                PATIENCE);
    }

    /** Calls that were dispatched. */
    long dispatched() {
        return executed.size();
    }

    /** Proposals that have no answer yet. */
    long waiting() {
        return asked.size();
    }

    /** Runs that have ended. */
    long ended() {
        return ended;
    }

    /** Whether every task that is to count has counted. */
    boolean isReported() {
        return tasks.isPresent() && counted == tasks.getAsLong();
    }

    /** What was measured, once the report is complete and all runs have ended. */
    StopTimes times(int proposals) {
        long zero = stopMs.orElseThrow(() -> new IllegalStateException("There was no stop"));
        List<Long> after = executed.stream().filter(at -> at > zero).toList();
        long last = after.stream().mapToLong(at -> at).max().orElse(zero);
        return new StopTimes(
                proposals,
                after.size(),
                last - zero,
                markedMs - zero,
                listed,
                countedMs - zero,
                endedMs - zero,
                StopTimes.Waits.of(answers, zero, countedMs));
    }

    @Override
    public void close() {
        consumer.close();
    }

    private void take(ConsumerRecord<String, byte[]> record) {
        String topic = record.topic();
        if (topic.equals(topics.proposals())) {
            asked.put(record.key(), record.timestamp());
        } else if (topic.equals(topics.control())) {
            stopMs = OptionalLong.of(stopMs.orElse(record.timestamp()));
        } else if (topic.equals(topics.outcomes())) {
            take(OUTCOMES.decode(record.value()).record(), record);
        } else {
            take(DISPATCHES.decode(record.value()).record(), record);
        }
    }

    private void take(Dispatch dispatch, ConsumerRecord<String, byte[]> record) {
        switch (dispatch.type()) {
            case DispatchType.EXECUTE -> {
                executed.add(record.timestamp());
                asked.remove(record.key());
            }
            case DispatchType.MARKER -> markedMs = Math.max(markedMs, record.timestamp());
            default -> {
                // Of cancels the report tells.
            }
        }
    }

    private void take(Outcome outcome, ConsumerRecord<String, byte[]> record) {
        if (OutcomeType.CONTAINMENT.equals(outcome.type())) {
            take(outcome.containment(), record.timestamp());
            return;
        }
        Long at = asked.remove(record.key());
        if (at != null) {
            answers.add(new StopTimes.Answer(at, record.timestamp() - at));
        }
        if (OutcomeType.TERMINAL.equals(outcome.type())) {
            ended++;
            endedMs = Math.max(endedMs, record.timestamp());
        }
    }

    private void take(Containment part, long atMs) {
        switch (part.part()) {
            case ContainmentPart.HEADER -> tasks = OptionalLong.of(part.count());
            case ContainmentPart.OPERATION -> listed++;
            case ContainmentPart.COUNT -> {
                counted++;
                countedMs = Math.max(countedMs, atMs);
            }
            default -> {
                // What runtimes answer is no part of the report's count.
            }
        }
    }
}
