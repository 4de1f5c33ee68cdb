package dev.interlock.worker;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The gateway as a worker sees it: it publishes dispatches and reads results. */
final class GatewayStandIn implements AutoCloseable {
    static final RecordCodec<Dispatch> DISPATCHES = RecordCodec.of(Dispatch.class);
    private static final long LONG_MS = 3_600_000;

    private final Connection connection;
    private final KafkaProducer<String, byte[]> producer;
    private final Tap<Result> results;
    private final Tap<Result> operationResults;

    GatewayStandIn(Connection connection) {
        this.connection = connection;
        producer = new KafkaProducer<>(connection.producerConfig());
        results = new Tap<>(connection, connection.topics().results(), Result.class);
        operationResults = new Tap<>(connection, connection.topics().operationResults(), Result.class);
    }

    static Dispatch read(String id, String tool) {
        return builder(id, tool).kind("read").epoch(0).build();
    }

    static Dispatch write(String id, String tool, String operationId, long epoch) {
        return builder(id, tool)
                .kind("write")
                .operationId(operationId)
                .epoch(epoch)
                .build();
    }

    static Dispatch cancel(Dispatch target) {
        return DispatchBuilder.builder(target)
                .type("cancel")
                .dispatchId("cancel-of-" + target.dispatchId())
                .targetDispatchId(target.dispatchId())
                .build();
    }

    static Dispatch withTimeout(Dispatch dispatch, long timeoutMs) {
        return DispatchBuilder.builder(dispatch).timeoutMs(timeoutMs).build();
    }

    /** Publishes in this order, each acknowledged before the next. */
    void publish(Dispatch... dispatches) {
        for (Dispatch dispatch : dispatches) {
            publishTo(0, dispatch);
        }
    }

    /** The same into one partition. */
    void publishTo(int partition, Dispatch dispatch) {
        TestBroker.get(() -> producer.send(message(partition, dispatch)).get());
    }

    ProducerRecord<String, byte[]> message(int partition, Dispatch dispatch) {
        return raw(partition, dispatch.operationId() != null, DISPATCHES.encode(dispatch, Format.JSON));
    }

    void publishRaw(byte[] value) {
        TestBroker.get(() -> producer.send(raw(0, false, value)).get());
    }

    private ProducerRecord<String, byte[]> raw(int partition, boolean write, byte[] value) {
        String topic = write
                ? connection.topics().operationDispatches()
                : connection.topics().dispatches();
        return new ProducerRecord<>(topic, partition, "key", value);
    }

    Result result(Dispatch dispatch) {
        return tap(dispatch).await(answers(dispatch));
    }

    List<Result> results(Dispatch dispatch, int count) {
        return tap(dispatch).awaitCount(count, answers(dispatch));
    }

    /** All results there are by now. */
    List<Result> all() {
        return Stream.concat(results.all().stream(), operationResults.all().stream())
                .toList();
    }

    Tap<Result> tap(Dispatch dispatch) {
        return dispatch.operationId() == null ? results : operationResults;
    }

    private static java.util.function.Predicate<Result> answers(Dispatch dispatch) {
        return result -> result.dispatchId().equals(dispatch.dispatchId());
    }

    private static DispatchBuilder builder(String id, String tool) {
        return DispatchBuilder.builder()
                .type("execute")
                .dispatchId(id)
                .runId("run-1")
                .proposalId("proposal-of-" + id)
                .tool(tool)
                .args(Json.parse("{\"of\":\"" + id + "\"}"))
                .attempt(1)
                .fingerprint("f")
                .timeoutMs(LONG_MS)
                .policyHash("p");
    }

    @Override
    public void close() {
        producer.close();
        results.close();
        operationResults.close();
    }
}
