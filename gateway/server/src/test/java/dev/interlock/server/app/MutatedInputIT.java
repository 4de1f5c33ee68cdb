package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StageControl;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Records that were good and then changed at random, on every topic the gateway reads: on any partition, under any key,
 * with any timestamp, some very large. Each is accounted for, and good records around them are decided. Replay with
 * {@code mvn -q -pl gateway/server -am verify -Dit.test=MutatedInputIT -Dinterlock.seed=SEED}.
 */
class MutatedInputIT {
    private static final Tool LOOK = Tool.reading(context -> ToolOutput.ok(Map.of("seen", 1)));
    private static final int MUTATED = Integer.getInteger("interlock.mutated", 400);
    private static final long SEED = Long.getLong("interlock.seed", 7L);
    private static final String PADDING = "x".repeat(300 * 1024);

    private static final String BY = "\"control_id\":\"c\",\"by\":\"ann\",\"reason\":\"test\",";
    private static final List<String> COMMANDS = List.of(
            "{\"type\":\"stop\"," + BY + "\"scope\":{\"kind\":\"agent\",\"id\":\"nobody\"}}",
            "{\"type\":\"lift\"," + BY + "\"scope\":{\"kind\":\"tool\",\"id\":\"nothing\"}}",
            "{\"type\":\"approve\"," + BY + "\"run_id\":\"good--1\",\"hold_id\":\"h\",\"digest\":\"d\"}",
            "{\"type\":\"resume\"," + BY + "\"run_id\":\"good--1\",\"change\":\"new_cursor\"}",
            "{\"type\":\"reject\"," + BY + "\"run_id\":\"good--1\",\"hold_id\":\"h\"}",
            "{\"type\":\"resolve\"," + BY + "\"operation_id\":\"op--1\",\"state\":\"committed\",\"expect_version\":1,"
                    + "\"observed_at_ms\":1796000000000,\"receipt\":{\"a\":1},\"value\":{\"b\":1}}");

    private final Random random = new Random(SEED);

    @Test
    void mutatedRecords_areAllAccountedFor_andGoodOnesAreDecided() throws Exception {
        Tool pay = new Tool(
                context -> ToolOutput.ok(Map.of("paid", 1)),
                (context, output) -> Verified.committed(1, false, Map.of("ref", "r")));
        try (Bench bench = Bench.running().with("look", LOOK).with("pay", pay)) {
            AgentClient agent = bench.agent();
            Map<String, List<byte[]>> samples = samples(bench, agent);
            List<String> topics = samples.keySet().stream().sorted().toList();
            for (int i = 0; i < MUTATED; i++) {
                String topic = topics.get(random.nextInt(topics.size()));
                List<byte[]> good = samples.get(topic);
                bench.queue(mutated(topic, good.get(random.nextInt(good.size()))));
                if (i % 50 == 0) {
                    decide(agent, i);
                }
            }
            decide(agent, MUTATED);
            Awaitility.await("-Dinterlock.seed=" + SEED)
                    .atMost(Bench.PATIENCE)
                    .untilAsserted(() -> assertThat(unaccounted(bench, topics)).isEmpty());
        }
    }

    /** A good record of each kind on each topic: as clients write them, and as the stages wrote them to each other. */
    private Map<String, List<byte[]>> samples(Bench bench, AgentClient agent) throws Exception {
        Map<String, List<byte[]>> samples = new HashMap<>();
        decide(agent, -1);
        triggered(agent);
        agent.finish(agent.run("good--1", "a").atTurn(9), "agent", Bench.PATIENCE);
        for (String command : COMMANDS) {
            bench.send(new ProducerRecord<>(bench.topics().control(), "c", command.getBytes(StandardCharsets.UTF_8)));
        }
        String publication = "{\"type\":\"publish_policy\"," + BY
                + "\"scope\":{\"kind\":\"agent\",\"id\":\"nobody-*\"}," + "\"policy\":"
                + PolicyDocument.of(Presets.strict()).body().canonical() + "}";
        bench.send(new ProducerRecord<>(
                bench.topics().control(), Keys.PUBLICATIONS, publication.getBytes(StandardCharsets.UTF_8)));
        bench.await(bench.topics().journal(), JournalEntry.class, 1, entry -> "carried_over".equals(entry.decision()));
        bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                Bench.PARTITIONS,
                entry -> "published".equals(entry.decision()));
        for (String topic : List.of(
                bench.topics().proposals(),
                bench.topics().results(),
                bench.topics().operationResults(),
                bench.topics().control(),
                bench.topics().stageRequests(),
                bench.topics().stageAnswers(),
                bench.topics().stageRunControl(),
                bench.topics().stageOperationControl())) {
            Awaitility.await("a record on " + topic)
                    .atMost(Bench.PATIENCE)
                    .until(() -> !bench.read(topic).isEmpty());
            samples.put(
                    topic, bench.read(topic).stream().map(ConsumerRecord::value).toList());
        }
        return samples;
    }

    /** Two runs are admitted to a chain, the second over one hop more. */
    private static void triggered(AgentClient agent) throws InterruptedException {
        agent.propose(
                agent.run("flow-1", "a")
                        .triggeredBy("op--1")
                        .write("pay", "op-flow", Map.of("n", 0))
                        .build(),
                Bench.PATIENCE);
        agent.propose(
                agent.run("flow-2", "a")
                        .triggeredBy("op-flow")
                        .read("look", Map.of("n", 0))
                        .build(),
                Bench.PATIENCE);
    }

    /** A read and a write of a new run are both decided and answered. */
    private void decide(AgentClient agent, int i) throws InterruptedException {
        var run = agent.run("good-" + i, "a");
        Outcome read = agent.propose(run.read("look", Map.of("n", i)).build(), Bench.PATIENCE);
        assertThat(read.status()).as("-Dinterlock.seed=%d", SEED).isEqualTo("ok");
        Outcome write = agent.propose(
                run.nextTurn().write("pay", "op-" + i, Map.of("n", i)).build(), Bench.PATIENCE);
        assertThat(write.status()).as("-Dinterlock.seed=%d", SEED).isEqualTo("ok");
    }

    private ProducerRecord<String, byte[]> mutated(String topic, byte[] sample) {
        byte[] bytes = random.nextInt(40) == 0 ? padded(sample) : sample.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            bytes[random.nextInt(Math.min(bytes.length, sample.length))] = (byte) random.nextInt(256);
        }
        byte[] value = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
        Integer partition = random.nextBoolean() ? random.nextInt(Bench.PARTITIONS) : null;
        Long timestamp = random.nextInt(5) == 0 ? random.nextLong(Long.MAX_VALUE) : null;
        return new ProducerRecord<>(topic, partition, timestamp, key(), value);
    }

    private static byte[] padded(byte[] sample) {
        return ("{\"padding\":\"" + PADDING + "\"," + new String(sample, StandardCharsets.UTF_8).substring(1))
                .getBytes(StandardCharsets.UTF_8);
    }

    private String key() {
        return random.nextInt(20) == 0
                ? null
                : List.of("r", "good--1", "good--1~1", "op--1", "stop:agent:x", Keys.PUBLICATIONS)
                        .get(random.nextInt(6));
    }

    /** Input records that no journal entry, no re-routed copy, no dead letter and no passed-on command names. */
    private List<String> unaccounted(Bench bench, List<String> topics) {
        RecordCodec<JournalEntry> entries = RecordCodec.of(JournalEntry.class);
        RecordCodec<DeadLetter> letters = RecordCodec.of(DeadLetter.class);
        Set<String> named = bench.read(bench.topics().journal()).stream()
                .map(record -> entries.decode(record.value()).record().input())
                .map(input -> input.topic() + "/" + input.partition() + "/" + input.offset())
                .collect(Collectors.toCollection(HashSet::new));
        bench.read(bench.topics().deadLetters()).stream()
                .map(record -> letters.decode(record.value()).record().source())
                .forEach(source -> named.add(source.topic() + "/" + source.partition() + "/" + source.offset()));
        named.addAll(passedOn(bench));
        List<ConsumerRecord<String, byte[]>> all = new ArrayList<>();
        topics.forEach(topic -> all.addAll(bench.read(topic)));
        all.stream()
                .flatMap(record -> Stream.ofNullable(record.headers().lastHeader("interlock-origin")))
                .forEach(origin -> named.add(new String(origin.value(), StandardCharsets.UTF_8)));
        return all.stream()
                .map(record -> record.topic() + "/" + record.partition() + "/" + record.offset())
                .filter(at -> !named.contains(at))
                .toList();
    }

    private static Set<String> passedOn(Bench bench) {
        RecordCodec<StageControl> codec = RecordCodec.of(StageControl.class);
        Set<String> origins = new HashSet<>();
        List<ConsumerRecord<String, byte[]>> passed =
                new ArrayList<>(bench.read(bench.topics().stageOperationControl()));
        passed.addAll(bench.read(bench.topics().stageRunControl()));
        for (ConsumerRecord<String, byte[]> record : passed) {
            try {
                Position origin = codec.decode(record.value()).record().origin();
                origins.add(origin.topic() + "/" + origin.partition() + "/" + origin.offset());
            } catch (InvalidRecordException e) {
                // One of the mutated ones: it passes nothing on, and its own dead letter is looked for like all others.
                continue;
            }
        }
        return origins;
    }
}
