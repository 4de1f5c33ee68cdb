package dev.interlock.cli.doctor;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.JournalWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Whether the newest records are what this version reads and writes. */
final class Newest {
    private static final int OF_EACH_PARTITION = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(200);

    private final RecordCodec<Proposal> proposals = RecordCodec.of(Proposal.class);
    private final RecordCodec<JournalEntry> entries = RecordCodec.of(JournalEntry.class);
    private final Topics topics;
    private final int partitions;

    private int read;
    private String fault = "";
    private final Set<String> versions = new TreeSet<>();

    Newest(GatewayConfig.TopicSettings settings) {
        this.topics = settings.topics();
        this.partitions = settings.partitions();
    }

    List<Finding> of(GatewayConfig.Cluster cluster) {
        Map<String, Object> properties = new HashMap<>(cluster.client());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            boolean all =
                    read(consumer, topics.proposals(), this::proposal) & read(consumer, topics.journal(), this::entry);
            return all
                    ? List.of(schema(), version())
                    : List.of(Finding.warning(
                            "schema",
                            "the newest records were not read within " + PATIENCE.toSeconds() + " s",
                            "Try again."));
        } catch (KafkaException e) {
            return List.of(Finding.warning(
                    "schema",
                    "the newest records could not be read: " + e.getMessage(),
                    "It proves nothing. Ask as somebody who may: ops/acls.md has what an auditor needs."));
        }
    }

    private boolean read(
            KafkaConsumer<byte[], byte[]> consumer, String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        consumer.assign(all);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all, PATIENCE);
        consumer.beginningOffsets(all, PATIENCE)
                .forEach((partition, first) ->
                        consumer.seek(partition, Math.max(first, ends.get(partition) - OF_EACH_PARTITION)));
        long startedAt = System.nanoTime();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() - startedAt > PATIENCE.toNanos()) {
                return false;
            }
            consumer.poll(POLL).forEach(reader);
        }
        return true;
    }

    private void proposal(ConsumerRecord<byte[], byte[]> record) {
        read++;
        try {
            proposals.decode(record.value());
        } catch (InvalidRecordException e) {
            fault = record.topic() + "-" + record.partition() + "@" + record.offset() + ": " + e.getMessage();
        }
    }

    private void entry(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || !Keys.isChain(new String(record.key(), StandardCharsets.UTF_8))) {
            return;
        }
        try {
            versions.add(entries.decode(record.value()).record().coreVersion());
        } catch (InvalidRecordException e) {
            versions.add("one that this version cannot read");
        }
    }

    private Finding schema() {
        return fault.isEmpty()
                ? Finding.ok("schema", "the newest " + read + " proposals are as the contract says")
                : Finding.warning(
                        "schema",
                        "a proposal is not as the contract says: " + fault,
                        "It is among the dead letters, and its agent was told where its run is known. schemas/ has the"
                                + " contract for the agent's author.");
    }

    private Finding version() {
        List<String> others = new ArrayList<>(versions);
        others.remove(JournalWriter.CORE_VERSION);
        return others.isEmpty()
                ? Finding.ok("version", "the newest decisions are of version " + JournalWriter.CORE_VERSION)
                : Finding.warning(
                        "version",
                        "there are new decisions of version " + String.join(", ", others) + ", this is "
                                + JournalWriter.CORE_VERSION,
                        "Gateways of two versions decide differently while both run. Finish the upgrade; replay needs"
                                + " the version that decided.");
    }
}
