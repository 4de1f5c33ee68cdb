package dev.interlock.worker;

import static dev.interlock.worker.GatewayStandIn.read;
import static dev.interlock.worker.GatewayStandIn.write;
import static dev.interlock.worker.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one worker does with the dispatches it gets. */
class WorkerTest {
    private final Connection connection = TestBroker.newTopics();
    private final GatewayStandIn gateway = new GatewayStandIn(connection);
    private Worker worker;

    @AfterEach
    void stop() {
        if (worker != null) {
            worker.close();
        }
        gateway.close();
    }

    private void start(Tool tool) {
        worker = Worker.builder(connection)
                .group("workers")
                .id("worker-1")
                .tool("tool", tool)
                .start();
    }

    @Test
    void read_isExecutedAndAnsweredOnResultsUnderItsRun() {
        RecordingTool tool = RecordingTool.quick();
        start(tool.reading());
        Dispatch dispatch = read("d-1", "tool");

        gateway.publish(dispatch);

        Result result = gateway.result(dispatch);
        assertThat(result)
                .extracting(
                        Result::type, Result::status, Result::effect, Result::workerId, Result::runId, Result::epoch)
                .containsExactly("result", "ok", "none", "worker-1", "run-1", 0L);
        assertThat(result.value()).isEqualTo(Json.of("d-1"));
        assertThat(result.notExecuted()).isNull();
        assertThat(result.error()).isNull();
        assertThat(tool.executed()).containsExactly("d-1");
        assertThat(gateway.tap(dispatch).raw().get(0).key()).isEqualTo(bytes("run-1"));
    }

    @Test
    void write_isAnsweredOnOperationResultsUnderItsOperation_withTheVerifiersEvidence() {
        start(RecordingTool.quick().writing());
        Dispatch dispatch = write("d-1", "tool", "op-1", 3);

        gateway.publish(dispatch);

        Result result = gateway.result(dispatch);
        assertThat(result)
                .extracting(Result::effect, Result::operationId, Result::epoch)
                .containsExactly("committed", "op-1", 3L);
        assertThat(result.evidence().revision()).isEqualTo(1L);
        assertThat(result.evidence().done()).isFalse();
        assertThat(result.evidence().receipt()).isEqualTo(Json.of("receipt"));
        assertThat(gateway.tap(dispatch).raw().get(0).key()).isEqualTo(bytes("op-1"));
    }

    @Test
    void tool_seesArgumentsCauseTraceAndTimeLeft() {
        CompletableFuture<DispatchContext> seen = new CompletableFuture<>();
        start(Tool.reading(context -> {
            seen.complete(context);
            return ToolOutput.ok(null);
        }));
        Dispatch dispatch = DispatchBuilder.builder(read("d-1", "tool"))
                .causedBy(new CausedBy("op-0"))
                .traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .build();

        gateway.publish(dispatch);

        DispatchContext context = seen.orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(context.dispatch()).isEqualTo(dispatch);
        assertThat(context.causedBy()).contains("op-0");
        assertThat(context.timeLeft()).isPositive();
        assertThat(context.cancellation().isRequested()).isFalse();
        gateway.result(dispatch);
        assertThat(gateway.tap(dispatch)
                        .raw()
                        .get(0)
                        .headers()
                        .lastHeader(Keys.TRACE_HEADER)
                        .value())
                .as("the trace goes back with the result")
                .isEqualTo(bytes(dispatch.traceparent()));
    }

    @Test
    void dispatchOfAnAbortedTransaction_isNeverExecuted() {
        RecordingTool tool = RecordingTool.quick();
        start(tool.reading());
        Dispatch kept = read("kept", "tool");
        Map<String, Object> config = new HashMap<>(connection.producerConfig());
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, connection.topicPrefix() + "gateway");

        try (KafkaProducer<String, byte[]> transactional = new KafkaProducer<>(config)) {
            transactional.initTransactions();
            transactional.beginTransaction();
            transactional.send(gateway.message(0, read("aborted", "tool")));
            transactional.flush();
            transactional.abortTransaction();
            transactional.beginTransaction();
            transactional.send(gateway.message(0, kept));
            transactional.commitTransaction();
        }

        gateway.result(kept);
        assertThat(tool.executed()).containsExactly("kept");
        assertThat(gateway.all()).extracting(Result::dispatchId).containsExactly("kept");
    }

    @Test
    void executorThatThrows_isAnError_withoutEffectForARead_withUnknownEffectForAWrite() {
        start(new Tool(
                context -> {
                    throw new IllegalStateException("no luck, password=hunter2");
                },
                RecordingTool::committed));
        Dispatch read = read("d-1", "tool");
        Dispatch write = write("d-2", "tool", "op-1", 1);

        gateway.publish(read, write);

        assertThrew(gateway.result(read), "none", "permanent");
        assertThrew(gateway.result(write), "unknown", "permanent");
    }

    private static void assertThrew(Result result, String effect, String errorClass) {
        assertThat(result).extracting(Result::status, Result::effect).containsExactly("fatal", effect);
        assertThat(result.error().errorClass()).isEqualTo(errorClass);
        assertThat(result.error().code()).isEqualTo("interlock.executor_exception");
        assertThat(result.error().message())
                .contains("IllegalStateException: no luck")
                .doesNotContain("hunter2");
        assertThat(result.evidence()).isNull();
    }

    @Test
    void executorThatThrowsForWantOfAConnection_isTransient() {
        start(Tool.reading(context -> {
            throw new IOException("connection reset");
        }));
        Dispatch dispatch = read("d-1", "tool");

        gateway.publish(dispatch);

        assertThat(gateway.result(dispatch).error().errorClass()).isEqualTo("transient");
    }

    @Test
    void executorThatFailsWithAnError_orReturnsNull_isAnsweredLikeOneThatThrows() {
        start(Tool.reading(context -> {
            if (context.dispatch().dispatchId().equals("null")) {
                return null;
            }
            throw new StackOverflowError();
        }));
        Dispatch nothing = read("null", "tool");
        Dispatch error = read("error", "tool");

        gateway.publish(nothing, error);

        assertThat(gateway.result(nothing).error().code()).isEqualTo("interlock.executor_exception");
        assertThat(gateway.result(error).error().message()).contains("StackOverflowError");
    }

    @Test
    void verifierThatThrows_leavesTheStatus_andNoEvidence_andAWriteUnknown() {
        start(new Tool(context -> ToolOutput.ok("sent"), (context, output) -> {
            throw new IllegalStateException("ledger is down");
        }));
        Dispatch read = read("d-1", "tool");
        Dispatch write = write("d-2", "tool", "op-1", 1);

        gateway.publish(read, write);

        assertUnverified(gateway.result(read), "none");
        assertUnverified(gateway.result(write), "unknown");
    }

    private static void assertUnverified(Result result, String effect) {
        assertThat(result).extracting(Result::status, Result::effect).containsExactly("ok", effect);
        assertThat(result.value()).isEqualTo(Json.of("sent"));
        assertThat(result.evidence()).isNull();
        assertThat(result.error().code()).isEqualTo("interlock.verifier_exception");
        assertThat(result.error().message()).contains("ledger is down");
    }

    @Test
    void toolThatSaysItWasWithdrawnByTheLibrary_isNotBelieved() {
        start(new Tool(
                context -> ToolOutput.retryable("interlock.not_executed", "cancelled"), RecordingTool::committed));
        Dispatch dispatch = write("d-1", "tool", "op-1", 1);

        gateway.publish(dispatch);

        Result result = gateway.result(dispatch);
        assertThat(result.notExecuted()).isNull();
        assertThat(result).extracting(Result::effect).isEqualTo("unknown");
        assertThat(result.error().code()).isEqualTo("interlock.executor_exception");
    }

    @Test
    void emptyValue_staysWhatItIs() {
        start(Tool.reading(context -> switch (context.dispatch().dispatchId()) {
            case "text" -> ToolOutput.ok("");
            case "list" -> ToolOutput.ok(List.of());
            case "object" -> ToolOutput.ok(Map.of());
            default -> ToolOutput.ok(null);
        }));
        List<Dispatch> dispatches =
                List.of(read("text", "tool"), read("list", "tool"), read("object", "tool"), read("nothing", "tool"));

        gateway.publish(dispatches.toArray(Dispatch[]::new));

        assertThat(dispatches.stream().map(gateway::result).map(Result::value))
                .containsExactly(Json.parse("\"\""), Json.parse("[]"), Json.parse("{}"), null);
    }

    @Test
    void whatAnExecutorReports_isPassedOn_withItsErrorRedacted() {
        start(Tool.reading(context -> new ToolOutput(
                ToolStatus.RETRYABLE,
                null,
                null,
                ToolOutput.retryable("throttled", "wait, token=abc").error(),
                1_500L,
                3,
                42L)));
        Dispatch dispatch = read("d-1", "tool");

        gateway.publish(dispatch);

        Result result = gateway.result(dispatch);
        assertThat(result)
                .extracting(Result::status, Result::retryAfterMs, Result::adapterAttempts, Result::costMicros)
                .containsExactly("retryable", 1_500L, 3, 42L);
        assertThat(result.error())
                .extracting(e -> e.errorClass(), e -> e.code(), e -> e.message())
                .containsExactly("transient", "throttled", "wait, token=***");
    }

    @Test
    void dispatchOfAnotherGroupsTool_isNeitherExecutedNorAnswered() {
        RecordingTool tool = RecordingTool.quick();
        start(tool.reading());
        Dispatch ours = read("ours", "tool");

        gateway.publish(read("theirs", "another-tool"), ours);

        gateway.result(ours);
        assertThat(gateway.all()).extracting(Result::dispatchId).containsExactly("ours");
    }

    @Test
    void recordThatCannotBeTaken_isCounted_andDoesNotHoldUpTheNext() {
        start(RecordingTool.quick().reading());
        Dispatch good = read("good", "tool");
        Dispatch unknown =
                DispatchBuilder.builder(read("d-1", "tool")).type("dance").build();
        Dispatch query = DispatchBuilder.builder(read("d-2", "tool"))
                .type("query")
                .targetDispatchId("d-0")
                .build();

        gateway.publishRaw(bytes("{broken"));
        gateway.publishRaw(new byte[0]);
        gateway.publish(unknown, query, good);

        assertThat(gateway.result(good).status()).isEqualTo("ok");
        assertThat(gateway.all()).hasSize(1);
        assertThat(worker.status().unreadable()).isEqualTo(4);
    }

    @Test
    void results_areWrittenInTheFormatOfTheConnection() {
        worker = Worker.builder(connection.withFormat(Format.AVRO))
                .group("workers")
                .tool("tool", RecordingTool.quick().reading())
                .start();
        Dispatch dispatch = read("d-1", "tool");

        gateway.publish(dispatch);

        gateway.result(dispatch);
        assertThat(Format.of(gateway.tap(dispatch).raw().get(0).value())).isEqualTo(Format.AVRO);
    }

    @Test
    void everyAnswer_isCounted() {
        start(RecordingTool.quick().reading());

        gateway.publish(read("d-1", "tool"), read("d-2", "tool"));

        eventually().untilAsserted(() -> assertThat(worker.status().answered()).isEqualTo(2));
        assertThat(worker.status().isHealthy()).isTrue();
        worker.close();
        assertThat(worker.status().state()).isEqualTo(WorkerStatus.State.CLOSED);
    }

    @Test
    void readUncommitted_isRefused() {
        Tool tool = RecordingTool.quick().reading();

        assertThatThrownBy(() -> Worker.builder(connection.with("isolation.level", "read_uncommitted"))
                        .group("workers")
                        .tool("tool", tool)
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Property isolation.level must be read_committed, was read_uncommitted");
    }

    @Test
    void settingsThatAreMissingOrImpossible_areNamed() {
        WorkerBuilder builder = Worker.builder(connection);

        assertThatThrownBy(builder::start).hasMessageContaining("group");
        assertThatThrownBy(builder.group("workers")::start).hasMessageContaining("tool");
        assertThatThrownBy(() -> builder.id("")).hasMessageContaining("id must be 1 to 256 characters");
        assertThatThrownBy(() -> builder.id("x".repeat(257))).hasMessageContaining("was 257 characters");
        assertThatThrownBy(() -> builder.id("\uD800")).hasMessageContaining("half of a surrogate pair");
        assertThatThrownBy(() -> builder.concurrency(0)).hasMessage("concurrency must be at least 1, was 0");
        assertThatThrownBy(() -> Worker.builder(connection.withTopicPrefix("nowhere."))
                        .group("workers")
                        .tool("tool", RecordingTool.quick().reading())
                        .start())
                .hasMessageContaining("nowhere.dispatches");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
