package dev.interlock.worker;

import static dev.interlock.worker.GatewayStandIn.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Result;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker answers when it is asked what became of a write, and how it says that a call still runs. */
class WorkerQueryTest {
    private static final Dispatch LOST = write("op-1#e1", "tool", "op-1", 1);

    private final Connection connection = TestBroker.newTopics();
    private final GatewayStandIn gateway = new GatewayStandIn(connection);
    private final RecordingTool tool = RecordingTool.quick();
    private Worker worker;

    @AfterEach
    void stop() {
        if (worker != null) {
            worker.close();
        }
        gateway.close();
    }

    @Test
    void effectThatIsThere_isAnsweredCommittedWithItsReceipt_andNothingIsExecuted() {
        CompletableFuture<Dispatch> asked = new CompletableFuture<>();
        start(tool.writing().withQuery(context -> {
            asked.complete(context.dispatch());
            return Found.committed(
                            "paid", Map.of("dispatch_id", context.dispatch().targetDispatchId()))
                    .at(7, true);
        }));
        Dispatch query = query(LOST, 1);

        gateway.publish(query);

        Result answer = gateway.result(query);
        assertThat(answer)
                .extracting(Result::type, Result::status, Result::effect, Result::operationId, Result::epoch)
                .containsExactly("result", "ok", "committed", "op-1", 1L);
        assertThat(answer.value()).isEqualTo(Json.of("paid"));
        assertThat(answer.evidence().receipt()).isEqualTo(Json.parse("{\"dispatch_id\":\"op-1#e1\"}"));
        assertThat(answer.evidence().revision()).isEqualTo(7);
        assertThat(asked.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(query);
        assertThat(tool.executed()).isEmpty();
    }

    @Test
    void effectThatIsNotThere_isAnsweredNotCommitted_asAFailureThatMayBeTriedAgain() {
        start(tool.writing().withQuery(context -> Found.notCommitted()));
        Dispatch query = query(LOST, 1);

        gateway.publish(query);

        Result answer = gateway.result(query);
        assertThat(answer)
                .extracting(Result::status, Result::effect, Result::notExecuted)
                .containsExactly("retryable", "not_committed", null);
        assertThat(answer.error())
                .extracting(error -> error.errorClass(), error -> error.code())
                .containsExactly("transient", "interlock.not_committed");
    }

    @Test
    void queryThatThrows_andOneThatReturnsNothing_areAnsweredUnknown() {
        start(tool.writing().withQuery(context -> {
            if (context.dispatch().attempt() == 1) {
                throw new IllegalStateException("the ledger is down, password=hunter2");
            }
            return null;
        }));

        gateway.publish(query(LOST, 1), query(LOST, 2));

        for (int attempt : List.of(1, 2)) {
            Result answer = gateway.result(query(LOST, attempt));
            assertThat(answer.effect()).isEqualTo("unknown");
            assertThat(answer.error().message()).doesNotContain("hunter2");
        }
    }

    @Test
    void toolWithoutQuery_saysAtOnceThatNobodyCanTell() {
        start(tool.writing());
        Dispatch query = query(LOST, 1);

        gateway.publish(query);

        Result answer = gateway.result(query);
        assertThat(answer.effect()).isEqualTo("unknown");
        assertThat(answer.error().code()).isEqualTo("interlock.not_queryable");
        assertThat(tool.executed()).isEmpty();
    }

    @Test
    void questionThatTheFenceRefuses_provesNothingAboutTheWrite() {
        start(tool.writing().withQuery(context -> Found.notCommitted()));
        Dispatch late = GatewayStandIn.withTimeout(query(LOST, 1), 0);

        gateway.publish(late);

        Result answer = gateway.result(late);
        assertThat(answer).extracting(Result::effect, Result::notExecuted).containsExactly("unknown", null);
        assertThat(answer.error().message()).isEqualTo("no_time_left");
    }

    @Test
    void callThatMayRunOn_saysThatItRuns_andIsWaitedForBeyondItsTimeout() {
        RecordingTool slow = RecordingTool.gated();
        start(slow.writing());
        Dispatch dispatch = DispatchBuilder.builder(LOST)
                .timeoutMs(3_000)
                .maxTimeoutMs(3_600_000L)
                .build();

        gateway.publish(dispatch);

        List<Result> signs = gateway.results(dispatch, 4);
        assertThat(signs).allSatisfy(sign -> {
            assertThat(sign.type()).isEqualTo("running");
            assertThat(sign.operationId()).isEqualTo("op-1");
            assertThat(sign.epoch()).isEqualTo(1);
            assertThat(sign.effect()).isNull();
        });
        slow.open();
        Result answer = gateway.tap(dispatch).await(result -> result.type().equals("result"));
        assertThat(answer.effect()).isEqualTo("committed");
        assertThat(worker.status().timedOut()).isZero();
    }

    @Test
    void callThatMayNotRunOn_saysNothingMeanwhile() {
        RecordingTool slow = RecordingTool.gated();
        start(slow.writing());
        Dispatch first = write("op-1#e1", "tool", "op-1", 1);
        Dispatch patient = DispatchBuilder.builder(write("op-2#e1", "tool", "op-2", 1))
                .timeoutMs(1_500)
                .maxTimeoutMs(3_600_000L)
                .build();

        gateway.publish(first, patient);
        gateway.results(patient, 2);
        slow.open();
        gateway.tap(first)
                .await(result ->
                        result.type().equals("result") && result.dispatchId().equals("op-1#e1"));

        assertThat(gateway.all())
                .filteredOn(result -> result.dispatchId().equals("op-1#e1"))
                .extracting(Result::type)
                .containsExactly("result");
    }

    @Test
    void finding_isAboutAWrite() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Found(Verified.NOTHING, null))
                .withMessageContaining("effect");
    }

    private void start(Tool started) {
        worker = Worker.builder(connection)
                .group("workers")
                .id("worker-1")
                .tool("tool", started)
                .start();
    }

    private static Dispatch query(Dispatch about, int attempt) {
        return DispatchBuilder.builder(about)
                .type("query")
                .dispatchId(about.dispatchId() + ".q" + attempt)
                .targetDispatchId(about.dispatchId())
                .attempt(attempt)
                .build();
    }
}
