package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.StageControl;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Containment reports, held against what the topics say was dispatched before the stop took effect. */
class ContainmentIT {
    private static final int RUNS = Bench.PARTITIONS * 120;

    /** No read is tried again, however long the machine takes. */
    private static final String PATIENT =
            "policies: {patient: {extends: balanced, fallback:" + " {timeout_ms: 600000, max_timeout_ms: 600000}}}";

    private final CountDownLatch never = new CountDownLatch(1);
    private final Tool look = Tool.reading(context -> wait(never));
    private final Tool pay =
            new Tool(context -> wait(never), (context, output) -> Verified.committed(1, false, Map.of("ref", "r")));

    @Test
    void aStopInTheMiddle_listsEveryOpenCallOnce_andCountsThem() throws Exception {
        try (Bench bench = Bench.running().with("look", look).with("pay", pay)) {
            AgentClient agent = bench.agent();
            for (int i = 0; i < RUNS; i++) {
                propose(agent, i);
                if (i == RUNS / 2) {
                    bench.await(bench.topics().operationDispatches(), Dispatch.class, RUNS / 10, is("execute"));
                    stop(bench, "stop-1", "{\"kind\":\"all\"}");
                }
            }
            List<Containment> report = bench.report("stop-1");

            Set<String> dispatched =
                    executedBeforeTheMarker(bench, bench.topics().dispatches(), Dispatch::dispatchId);
            Set<String> claimed =
                    executedBeforeTheMarker(bench, bench.topics().operationDispatches(), Dispatch::operationId);
            assertThat(dispatched).isNotEmpty();
            assertThat(claimed).isNotEmpty();
            assertThat(listed(report, "in_flight", Containment::dispatchId))
                    .containsExactlyInAnyOrderElementsOf(dispatched);
            assertThat(listed(report, "in_flight", Containment::operationId))
                    .containsExactlyInAnyOrderElementsOf(claimed);
            assertThat(listed(report, "prevented", Containment::operationId))
                    .doesNotHaveDuplicates()
                    .doesNotContainAnyElementsOf(claimed);
            assertCountsAreRight(report);
        }
    }

    @Test
    void aStopOfOneTool_listsOnlyItsCalls() throws Exception {
        try (Bench bench = Bench.running().with("look", look).with("pay", pay)) {
            AgentClient agent = bench.agent();
            for (int i = 0; i < 12; i++) {
                propose(agent, i);
            }
            bench.await(bench.topics().dispatches(), Dispatch.class, 6, is("execute"));
            bench.await(bench.topics().operationDispatches(), Dispatch.class, 6, is("execute"));
            stop(bench, "stop-1", "{\"kind\":\"tool\",\"id\":\"pay\"}");
            List<Containment> report = bench.report("stop-1");
            assertThat(listed(report, "in_flight", Containment::operationId)).hasSize(6);
            assertThat(listed(report, "in_flight", Containment::dispatchId)).isEmpty();
            assertCountsAreRight(report);
        }
    }

    /** The chain began with op-0, which triggered run-1, whose op-1 triggered run-2; run-3 was triggered by nothing. */
    @Test
    void aStopOfOneChain_listsTheOperationItBeganWithAndWhatThatTriggered_andNothingElse() throws Exception {
        try (Bench bench = Bench.running().with("look", look).with("pay", pay)) {
            AgentClient agent = bench.agent();
            List<AgentRun> runs = List.of(
                    agent.run("run-0", "agent"),
                    agent.run("run-1", "agent").triggeredBy("op-0"),
                    agent.run("run-2", "agent").triggeredBy("op-1"),
                    agent.run("run-3", "agent"));
            for (int i : List.of(0, 1, 3)) {
                agent.proposeAsync(
                        runs.get(i).write("pay", "op-" + i, Map.of("n", i)).build(), Bench.PATIENCE);
                bench.await(
                        bench.topics().operationDispatches(),
                        Dispatch.class,
                        1,
                        dispatch -> "execute".equals(dispatch.type()) && ("op-" + i).equals(dispatch.operationId()));
            }
            agent.proposeAsync(runs.get(2).read("look", Map.of()).build(), Bench.PATIENCE);
            Dispatch read = bench.await(bench.topics().dispatches(), Dispatch.class, 1, is("execute"))
                    .getFirst();
            stop(bench, "stop-1", "{\"kind\":\"chain\",\"id\":\"op-0\"}");
            List<Containment> report = bench.report("stop-1");
            assertThat(listed(report, "in_flight", Containment::operationId)).containsExactlyInAnyOrder("op-0", "op-1");
            assertThat(listed(report, "in_flight", Containment::dispatchId)).containsExactly(read.dispatchId());
            assertCountsAreRight(report);
            assertThat(agent.terminal("run-2", Bench.PATIENCE).reason()).isEqualTo("chain_stopped");
        }
    }

    @Test
    void aStopOfOneRun_isCompleteWhenItsOwnTaskAndTheOperationStageHaveCounted() throws Exception {
        try (Bench bench = Bench.running().with("look", look).with("pay", pay)) {
            AgentClient agent = bench.agent();
            propose(agent, 0);
            propose(agent, 1);
            bench.await(bench.topics().dispatches(), Dispatch.class, 1, is("execute"));
            bench.await(bench.topics().operationDispatches(), Dispatch.class, 1, is("execute"));
            stop(bench, "stop-1", "{\"kind\":\"run\",\"id\":\"run-1\"}");
            List<Containment> report = bench.report("stop-1");
            assertThat(report).filteredOn(part -> part.part().equals("count")).hasSize(1 + Bench.PARTITIONS);
            assertThat(listed(report, "in_flight", Containment::operationId)).containsExactly("op-1");
            assertCountsAreRight(report);
        }
    }

    /**
     * While the sweep goes from run to run, results come in, other stops reach some of the runs, and proposals that cannot
     * be read are denied: whatever was open at the stop is listed all the same.
     */
    @Test
    void whatChangesWhileAStopIsCarried_isListedAsItStoodAtTheStop() throws Exception {
        int runs = Bench.PARTITIONS * 200;
        try (Bench bench = Bench.running(PATIENT, "default_policy: patient")) {
            AgentClient agent = bench.agent();
            for (int i = 0; i < runs; i++) {
                propose(agent, i);
            }
            bench.await(bench.topics().dispatches(), Dispatch.class, runs / 2, is("execute"));
            List<Dispatch> claims =
                    bench.await(bench.topics().operationDispatches(), Dispatch.class, runs / 2, is("execute"));
            List<Dispatch> reads = bench.await(bench.topics().dispatches(), Dispatch.class, runs / 2, is("execute"));
            stop(bench, "stop-1", "{\"kind\":\"all\"}");
            bench.await(bench.topics().stageRunControl(), StageControl.class, Bench.PARTITIONS, control -> true);
            for (int i = 0; i < runs / 2; i++) {
                bench.queue(result(bench, reads.get(i)));
                bench.queue(result(bench, claims.get(i)));
                if (i % 60 == 0) {
                    String scope = "{\"kind\":\"run\",\"id\":\"%s\"}"
                            .formatted(reads.get(runs / 2 - 1 - i).runId());
                    stop(bench, "stop-run-" + i, scope);
                    bench.queue(new ProducerRecord<>(
                            bench.topics().proposals(),
                            reads.get(runs / 2 - 2 - i).runId(),
                            text("{")));
                }
            }
            List<Containment> report = bench.report("stop-1");

            List<String> listed = new ArrayList<>(listed(report, "in_flight", Containment::dispatchId));
            listed.addAll(listed(report, "in_flight", Containment::operationId));
            Set<String> openAtTheStop = returnedAfterTheMarker(
                    bench, bench.topics().dispatches(), bench.topics().results());
            openAtTheStop.addAll(returnedAfterTheMarker(
                    bench, bench.topics().operationDispatches(), bench.topics().operationResults()));
            assertThat(openAtTheStop).hasSizeGreaterThan(Bench.PARTITIONS);
            assertThat(listed).doesNotHaveDuplicates().containsAll(openAtTheStop);
            assertCountsAreRight(report);
        }
    }

    private static ProducerRecord<String, byte[]> result(Bench bench, Dispatch dispatch) {
        boolean write = dispatch.operationId() != null;
        String json = """
            {"type":"result","dispatch_id":"%s","run_id":"%s","epoch":%d,"worker_id":"w","status":"ok","effect":"%s",\
            "evidence":{"revision":1,"done":false,"receipt":1},"value":1%s}\
            """.formatted(
                        dispatch.dispatchId(),
                        dispatch.runId(),
                        dispatch.epoch(),
                        write ? "committed" : "none",
                        write ? ",\"operation_id\":\"" + dispatch.operationId() + "\"" : "");
        return write
                ? new ProducerRecord<>(bench.topics().operationResults(), dispatch.operationId(), text(json))
                : new ProducerRecord<>(bench.topics().results(), dispatch.runId(), text(json));
    }

    /** What was dispatched and whose result was taken in only after the stop's marker in that partition. */
    private static Set<String> returnedAfterTheMarker(Bench bench, String dispatches, String results) {
        RecordCodec<Dispatch> dispatchCodec = RecordCodec.of(Dispatch.class);
        RecordCodec<Result> resultCodec = RecordCodec.of(Result.class);
        Map<Integer, Long> markedAt = new HashMap<>();
        for (ConsumerRecord<String, byte[]> record : bench.read(dispatches)) {
            Dispatch dispatch = dispatchCodec.decode(record.value()).record();
            if (dispatch.type().equals("marker") && dispatch.stop().controlId().equals("stop-1")) {
                markedAt.put(record.partition(), record.timestamp());
            }
        }
        Set<String> after = new HashSet<>();
        for (ConsumerRecord<String, byte[]> record : bench.read(results)) {
            Result result = resultCodec.decode(record.value()).record();
            if (result.type().equals("result") && record.timestamp() > markedAt.get(record.partition())) {
                after.add(result.operationId() == null ? result.dispatchId() : result.operationId());
            }
        }
        return after;
    }

    /** Runs of even number read, the others write. */
    private static void propose(AgentClient agent, int i) {
        AgentRun run = agent.run("run-" + i, "agent-1");
        agent.proposeAsync(
                i % 2 == 0
                        ? run.read("look", Map.of()).build()
                        : run.write("pay", "op-" + i, Map.of()).build(),
                Bench.PATIENCE);
    }

    private static ToolOutput wait(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return ToolOutput.ok(Map.of());
    }

    private static void stop(Bench bench, String id, String scope) throws Exception {
        String json = "{\"type\":\"stop\",\"control_id\":\"%s\",\"by\":\"ann\",\"reason\":\"test\",\"scope\":%s}"
                .formatted(id, scope);
        bench.send(new ProducerRecord<>(bench.topics().control(), id, text(json)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> listed(List<Containment> report, String state, Function<Containment, String> id) {
        return report.stream()
                .filter(part -> state.equals(part.state()))
                .map(id)
                .filter(found -> found != null)
                .toList();
    }

    private static void assertCountsAreRight(List<Containment> report) {
        Map<String, Long> listed = report.stream()
                .filter(part -> part.part().equals("operation"))
                .collect(Collectors.groupingBy(Containment::task, Collectors.counting()));
        assertThat(report)
                .filteredOn(part -> part.part().equals("count"))
                .allSatisfy(part -> assertThat(part.count())
                        .as("counted by %s", part.task())
                        .isEqualTo(listed.getOrDefault(part.task(), 0L)))
                .extracting(Containment::task)
                .doesNotHaveDuplicates();
    }

    private static Set<String> executedBeforeTheMarker(Bench bench, String topic, Function<Dispatch, String> id) {
        RecordCodec<Dispatch> codec = RecordCodec.of(Dispatch.class);
        Set<Integer> marked = new HashSet<>();
        List<String> found = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : bench.read(topic)) {
            Dispatch dispatch = codec.decode(record.value()).record();
            if (dispatch.type().equals("marker")) {
                marked.add(record.partition());
            } else if (dispatch.type().equals("execute")) {
                assertThat(marked).as("partitions stopped").doesNotContain(record.partition());
                found.add(id.apply(dispatch));
            }
        }
        assertThat(found).doesNotHaveDuplicates();
        return new HashSet<>(found);
    }

    private static Predicate<Dispatch> is(String type) {
        return dispatch -> type.equals(dispatch.type());
    }
}
