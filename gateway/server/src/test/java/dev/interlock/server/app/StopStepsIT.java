package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.worker.agent.AgentClient;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** The steps in which a stop is carried to what is open, held against the transactions that the broker's files show. */
class StopStepsIT {
    private static final RecordCodec<JournalEntry> ENTRIES = RecordCodec.of(JournalEntry.class);
    private static final RecordCodec<Result> RESULTS = RecordCodec.of(Result.class);
    private static final int FEW = 100;
    private static final int MANY = Bench.PARTITIONS * 150;
    private static final int AGAIN = 5;

    /** No call is given up, however long the machine takes. */
    private static final String PATIENT =
            "policies: {patient: {extends: balanced, fallback:" + " {timeout_ms: 600000, max_timeout_ms: 600000}}}";

    /**
     * A hundred runs are in one partition, and so are their writes: one transaction of a task may reach all of them, and one
     * list all of these. While the many are carried, the first steps come again: none of them is a step any more.
     */
    @Test
    void aStopOfManyRuns_makesNoTaskWriteMoreInATransactionThanAStopOfAHundred_evenIfStepsComeAgain() throws Exception {
        try (Bench bench = Bench.running(PATIENT, "default_policy: patient")) {
            AgentClient agent = bench.agent();
            Iterator<String> operations = inOnePartition("op-").iterator();
            inOnePartition("run-").limit(FEW).forEach(run -> write(agent, "few", run, operations.next()));
            IntStream.range(0, MANY).forEach(i -> write(agent, "many", "run-many-" + i, "op-many-" + i));
            bench.await(bench.topics().operationDispatches(), Dispatch.class, FEW + MANY, StopStepsIT::isExecute);

            stop(bench, "few");
            assertThat(operations(bench.report("few"))).isEqualTo(FEW);
            int reachedAtOnce = most(bench, "run:");
            int listedAtOnce = most(bench, "op:");
            stop(bench, "many");
            List<ConsumerRecord<String, byte[]>> steps = firstSteps(bench, "many");
            for (int i = 0; i < AGAIN; i++) {
                steps.forEach(step ->
                        bench.queue(new ProducerRecord<>(step.topic(), step.partition(), step.key(), step.value())));
            }
            assertThat(operations(bench.report("many"))).isEqualTo(MANY);

            assertThat(reachedAtOnce).isGreaterThanOrEqualTo(FEW);
            assertThat(listedAtOnce).isGreaterThanOrEqualTo(FEW);
            assertThat(most(bench, "run:")).isLessThanOrEqualTo(reachedAtOnce);
            assertThat(most(bench, "op:")).isLessThanOrEqualTo(listedAtOnce);
            bench.await(
                    bench.topics().journal(),
                    JournalEntry.class,
                    AGAIN * steps.size(),
                    entry -> entry.input().kind().equals("sweep")
                            && entry.decision().equals("ignored"));
        }
    }

    /** The most records that one task wrote in one transaction because a stop was carried: decisions, and what followed. */
    private static int most(Bench bench, String chains) {
        return bench.transactions(bench.topics().journal()).values().stream()
                .flatMap(values -> values.stream()
                        .map(value -> ENTRIES.decode(value).record())
                        .filter(entry -> entry.chain().startsWith(chains)
                                && entry.input().kind().equals("stop"))
                        .collect(Collectors.groupingBy(
                                entry -> entry.input().topic() + entry.input().partition(),
                                Collectors.summingInt(
                                        entry -> 1 + entry.effects().size())))
                        .values()
                        .stream())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The first step of a stop in each task of the run stage. */
    private static List<ConsumerRecord<String, byte[]>> firstSteps(Bench bench, String agentId) {
        String topic = bench.topics().results();
        Predicate<Result> isStep = result -> result.due() != null
                && result.due().kind().equals("sweep")
                && result.due().key().contains(agentId);
        bench.await(topic, Result.class, Bench.PARTITIONS, isStep);
        Map<Integer, ConsumerRecord<String, byte[]>> first = new TreeMap<>();
        bench.read(topic).stream()
                .filter(record -> isStep.test(RESULTS.decode(record.value()).record()))
                .forEach(record -> first.putIfAbsent(record.partition(), record));
        return List.copyOf(first.values());
    }

    private static long operations(List<Containment> report) {
        return report.stream().filter(part -> part.part().equals("operation")).count();
    }

    private static Stream<String> inOnePartition(String prefix) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> prefix + i)
                .filter(id -> Utils.toPositive(Utils.murmur2(text(id))) % Bench.PARTITIONS == 0);
    }

    private static void write(AgentClient agent, String agentId, String runId, String operationId) {
        agent.proposeAsync(
                agent.run(runId, agentId).write("pay", operationId, Map.of()).build(), Bench.PATIENCE);
    }

    private static boolean isExecute(Dispatch dispatch) {
        return dispatch.type().equals("execute");
    }

    private static void stop(Bench bench, String agentId) throws Exception {
        String json = """
            {"type":"stop","control_id":"%s","by":"ann","reason":"test","scope":{"kind":"agent","id":"%s"}}\
            """.formatted(agentId, agentId);
        bench.send(new ProducerRecord<>(bench.topics().control(), agentId, text(json)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
