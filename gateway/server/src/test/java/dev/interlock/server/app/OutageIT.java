package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.worker.agent.AgentClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class OutageIT {
    private static final int CALLS = 200;
    private static final Duration OUTAGE = Duration.ofMinutes(30);
    private static final String POLICY = """
        policies:
          patient:
            extends: balanced
            fallback: {timeout_ms: 600000, max_timeout_ms: 600000, max_retries: 0}
        default_policy: patient
        """;

    private final RecordCodec<Result> codec = RecordCodec.of(Result.class);

    @Test
    void resultsThatWereInBeforeTheirTime_areTakenAfterAnOutage_andOnlyWhatIsMissingCountsAsMissing() throws Exception {
        try (Bench bench = Bench.running(POLICY)) {
            AgentClient agent = bench.agent();
            List<CompletableFuture<Outcome>> answers = IntStream.rangeClosed(0, CALLS)
                    .mapToObj(i -> agent.run("run-" + i, "agent-1").read("look", Map.of()))
                    .map(proposal -> agent.proposeAsync(proposal.build(), Bench.PATIENCE.multipliedBy(2)))
                    .toList();
            List<Dispatch> dispatches =
                    bench.await(bench.topics().dispatches(), Dispatch.class, CALLS + 1, dispatch -> true);
            bench.stop();
            for (Dispatch dispatch : dispatches) {
                if (!dispatch.runId().equals("run-0")) {
                    report(bench, dispatch);
                }
            }
            bench.start(() -> Instant.now().plus(OUTAGE));

            assertThat(answers.get(0).get().error().code()).isEqualTo("interlock.timeout");
            for (CompletableFuture<Outcome> answer : answers.subList(1, CALLS + 1)) {
                assertThat(answer.get().status()).isEqualTo("ok");
            }
        }
    }

    private void report(Bench bench, Dispatch dispatch) throws Exception {
        Result result = ResultBuilder.builder()
                .type("result")
                .dispatchId(dispatch.dispatchId())
                .runId(dispatch.runId())
                .workerId("worker-1")
                .status("ok")
                .effect("none")
                .value(Json.of(Map.of("seen", 1)))
                .build();
        byte[] bytes = codec.encode(result, Format.JSON);
        bench.send(new ProducerRecord<>(bench.topics().results(), dispatch.runId(), bytes));
    }
}
