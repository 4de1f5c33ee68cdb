package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * What was written to a topic, transaction by transaction, in all partitions: read from the broker's own files, for
 * consumers are not told. Since transactions have an epoch each, producer and epoch name one.
 */
final class Transactions {
    private final Map<Id, List<byte[]>> values = new HashMap<>();

    private record Id(long producer, short epoch) {}

    private Transactions() {}

    static Transactions of(Path data, String topic) {
        Transactions found = new Transactions();
        try (DirectoryStream<Path> partitions = Files.newDirectoryStream(data, topic + "-[0-9]*")) {
            for (Path partition : partitions) {
                found.readPartition(partition);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(found.values).as("transactions on %s in %s", topic, data).isNotEmpty();
        return found;
    }

    /** What each of them wrote. */
    Collection<List<byte[]>> values() {
        return values.values();
    }

    private void readPartition(Path partition) throws IOException {
        Set<Id> open = new HashSet<>();
        Set<Id> ended = new HashSet<>();
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(partition, "*.log")) {
            for (Path segment : segments) {
                try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
                    records.batches().forEach(batch -> read(batch, open, ended));
                }
            }
        }
    }

    private void read(RecordBatch batch, Set<Id> open, Set<Id> ended) {
        if (batch.isControlBatch()) {
            open.stream().filter(id -> id.producer() == batch.producerId()).forEach(ended::add);
            open.removeAll(ended);
        } else if (batch.isTransactional()) {
            Id id = new Id(batch.producerId(), batch.producerEpoch());
            assertThat(ended).as("transactions that had ended").doesNotContain(id);
            open.add(id);
            for (Record record : batch) {
                values.computeIfAbsent(id, missing -> new ArrayList<>()).add(bytes(record.value()));
            }
        }
    }

    private static byte[] bytes(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return bytes;
    }
}
