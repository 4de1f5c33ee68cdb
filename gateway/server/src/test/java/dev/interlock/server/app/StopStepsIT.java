package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.worker.agent.AgentClient;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** The steps in which a stop is carried to what is open, held against the transactions that the broker's files show. */
class StopStepsIT {
    private static final RecordCodec<JournalEntry> ENTRIES = RecordCodec.of(JournalEntry.class);
    private static final int FEW = 10;
    /** The most effects of a decision about one run or operation with one open call. */
    private static final int OF_ONE = 4;

    private static final int MANY = Bench.PARTITIONS * 150;

    /** No call is given up, however long the machine takes. */
    private static final String PATIENT =
            "policies: {patient: {extends: balanced, fallback:" + " {timeout_ms: 600000, max_timeout_ms: 600000}}}";

    /**
     * Ten runs are in one partition, and so are their writes: one transaction may reach all of them, and one list all of
     * these. The gateway ends while the many are carried, and another goes on.
     */
    @Test
    void aStopOfManyRuns_makesNoTransactionLargerThanAStopOfTen_andGoesOnWhereTheGatewayBeginsAnew() throws Exception {
        try (Bench bench = Bench.running(PATIENT, "default_policy: patient")) {
            AgentClient agent = bench.agent();
            Iterator<String> operations = inOnePartition("op-").iterator();
            inOnePartition("run-").limit(FEW).forEach(run -> write(agent, "few", run, operations.next()));
            IntStream.range(0, MANY).forEach(i -> write(agent, "many", "run-many-" + i, "op-many-" + i));
            bench.await(bench.topics().operationDispatches(), Dispatch.class, FEW + MANY, StopStepsIT::isExecute);

            stop(bench, "few");
            assertThat(operations(bench.report("few"))).isEqualTo(FEW);
            Transactions ofFew = bench.transactions(bench.topics().journal());
            stop(bench, "many");
            bench.containment("many", "header", 1);
            bench.stop();
            int counted = bench.containment("many", "count", 0).size();
            bench.start();
            assertThat(operations(bench.report("many"))).isEqualTo(MANY);
            Transactions ofMany = bench.transactions(bench.topics().journal());

            assertThat(counted)
                    .as("tasks that were done when the gateway ended")
                    .isLessThan(2 * Bench.PARTITIONS);
            assertThat(most(ofFew, "run:")).isEqualTo(FEW);
            for (String chains : List.of("run:", "op:")) {
                assertThat(most(ofMany, chains)).as(chains).isLessThanOrEqualTo(FEW);
                assertThat(widest(ofMany, chains)).as(chains).isLessThanOrEqualTo(OF_ONE);
            }
            assertThat(mostSteps(ofMany)).isEqualTo(1);
        }
    }

    /** The most decisions that one transaction holds because a stop was carried. */
    private static long most(Transactions transactions, String chains) {
        return transactions.values().stream()
                .mapToLong(values -> carried(values, chains).count())
                .max()
                .orElseThrow();
    }

    /** The most effects of one of these decisions. */
    private static int widest(Transactions transactions, String chains) {
        return transactions.values().stream()
                .flatMap(values -> carried(values, chains))
                .mapToInt(entry -> entry.effects().size())
                .max()
                .orElseThrow();
    }

    private static Stream<JournalEntry> carried(List<byte[]> values, String chains) {
        return entries(values).filter(entry -> entry.chain().startsWith(chains) && isCarried(entry));
    }

    /** The most steps in one transaction, of all tasks together. */
    private static long mostSteps(Transactions transactions) {
        return transactions.values().stream()
                .mapToLong(values -> entries(values)
                        .filter(entry -> entry.input().kind().equals("sweep"))
                        .count())
                .max()
                .orElseThrow();
    }

    private static Stream<JournalEntry> entries(List<byte[]> values) {
        return values.stream().map(value -> ENTRIES.decode(value).record());
    }

    private static boolean isCarried(JournalEntry entry) {
        return entry.input().kind().equals("stop");
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
