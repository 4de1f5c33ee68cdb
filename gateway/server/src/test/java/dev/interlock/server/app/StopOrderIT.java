package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

            Map<Integer, Long> routed = routed(bench);
            Set<Integer> marked = new HashSet<>();
            int wentFirst = 0;
            for (ConsumerRecord<String, byte[]> record :
                    bench.read(bench.topics().dispatches())) {
                String type = codec.decode(record.value()).record().type();
                if (type.equals("marker")) {
                    marked.add(record.partition());
                } else if (type.equals("execute")) {
                    wentFirst += record.timestamp() > routed.get(record.partition()) ? 1 : 0;
                    assertThat(marked).doesNotContain(record.partition());
                }
            }
            assertThat(marked).hasSize(Bench.PARTITIONS);
            assertThat(wentFirst).isLessThan(QUEUED / 4);
        }
    }

    /** When the stop was at hand in each partition: what is decided before that cannot know of it. */
    private static Map<Integer, Long> routed(Bench bench) {
        return bench.read(bench.topics().stageRunControl()).stream()
                .collect(Collectors.toMap(ConsumerRecord::partition, ConsumerRecord::timestamp, Math::min));
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
