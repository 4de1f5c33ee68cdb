package dev.interlock.scenarios.kafka;

import dev.interlock.scenarios.ScriptedReport;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.Symbols;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;

/** A worker for reads that was written without the library, and says what the library would not. */
final class ForeignWorker implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);

    private final RecordCodec<Dispatch> dispatches = RecordCodec.of(Dispatch.class);
    private final RecordCodec<Result> results = RecordCodec.of(Result.class);
    private final Set<String> tools = Crew.FOREIGN.tools();
    private final Connection connection;
    private final Receiver receiver;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<String, byte[]> producer;
    private final Thread thread;

    private ForeignWorker(Connection connection, Receiver receiver) {
        this.connection = connection;
        this.receiver = receiver;
        this.consumer = new KafkaConsumer<>(
                connection.consumerConfig(Map.of(ConsumerConfig.GROUP_ID_CONFIG, Crew.FOREIGN.group())));
        this.producer = new KafkaProducer<>(connection.producerConfig());
        this.thread = Thread.ofPlatform().name("foreign-worker").unstarted(this::work);
    }

    static ForeignWorker start(Connection connection, Receiver receiver) {
        ForeignWorker worker = new ForeignWorker(connection, receiver);
        worker.consumer.subscribe(List.of(connection.topics().dispatches()));
        worker.thread.start();
        return worker;
    }

    @Override
    public void close() {
        consumer.wakeup();
    }

    private void work() {
        try (consumer;
                producer) {
            while (true) {
                var polled = consumer.poll(POLL);
                consumer.commitSync();
                polled.forEach(this::take);
            }
        } catch (WakeupException e) {
            // The only one who wakes it is close.
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Dispatch dispatch = dispatches.decode(record.value()).record();
        if (Symbols.DispatchType.EXECUTE.equals(dispatch.type()) && tools.contains(dispatch.tool())) {
            int execution = receiver.executed(dispatch.runId(), dispatch.proposalId());
            Result result =
                    result(dispatch, Scripts.behaviour(dispatch, execution).report());
            producer.send(new ProducerRecord<>(
                    connection.topics().results(), dispatch.runId(), results.encode(result, Format.JSON)));
        }
    }

    private static Result result(Dispatch dispatch, ScriptedReport report) {
        return ResultBuilder.builder()
                .type(Symbols.ResultType.RESULT)
                .dispatchId(dispatch.dispatchId())
                .runId(dispatch.runId())
                .workerId("foreign")
                .status(report.status())
                .effect(Symbols.Effect.NONE)
                .evidence(new Evidence(report.revision().orElse(0), report.done(), null, null, List.of()))
                .value(Json.of(report.value()))
                .build();
    }
}
