package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class StopOrderIT {
    private static final int QUEUED = 6_000;

    private final RecordCodec<Dispatch> codec = RecordCodec.of(Dispatch.class);

    @Test
    void aStopBehindAQueueOfProposals_overtakesMostOfThem_andNoDispatchFollowsItsMarkerInAnyPartition()
            throws Exception {
        try (Bench bench = Bench.prepared()) {
            for (int i = 0; i < QUEUED; i++) {
                bench.queue(new ProducerRecord<>(bench.topics().proposals(), "run-" + i, proposal(i)));
            }
            bench.send(
                    new ProducerRecord<>(
                            bench.topics().control(),
                            "s",
                            text(
                                    "{\"type\":\"stop\",\"control_id\":\"s\",\"by\":\"ann\",\"reason\":\"test\",\"scope\":{\"kind\":\"all\"}}")));
            bench.start();
            bench.await(bench.topics().dispatches(), Dispatch.class, Bench.PARTITIONS, d -> "marker".equals(d.type()));
            bench.awaitOutcomes(QUEUED);

            List<ConsumerRecord<String, byte[]>> dispatches =
                    bench.read(bench.topics().dispatches());
            Set<Integer> marked = new HashSet<>();
            int executed = 0;
            for (ConsumerRecord<String, byte[]> record : dispatches) {
                String type = codec.decode(record.value()).record().type();
                if (type.equals("marker")) {
                    marked.add(record.partition());
                } else if (type.equals("execute")) {
                    executed++;
                    assertThat(marked).doesNotContain(record.partition());
                }
            }
            assertThat(marked).hasSize(Bench.PARTITIONS);
            assertThat(executed).isLessThan(QUEUED / 4);
        }
    }

    private static byte[] proposal(int i) {
        return text("""
            {"type":"call","proposal_id":"p","run_id":"run-%d","agent_id":"agent-1","turn":1,"tool":"look",
             "kind":"read","args":{},"issued_at_ms":%d}
            """.formatted(i, System.currentTimeMillis()));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
