package dev.interlock.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ClaimsTest {
    private static final TopicPartition PARTITION = new TopicPartition("outcomes", 0);

    private final Claims claims = new Claims();

    @Test
    void anOffsetIsCommitted_onceNothingBeforeItIsOpen_inWhateverOrderRequestsAreDone() {
        claims.own(List.of(PARTITION), 0);
        Claims.Claim first = claims.take(record(3, 0));
        Claims.Claim second = claims.take(record(5, 0));
        claims.read(Map.of(PARTITION, new OffsetAndMetadata(9)));
        assertThat(claims.committable()).containsExactly(at(3));
        claims.done(second);
        assertThat(claims.committable()).containsExactly(at(3));
        claims.done(first);
        assertThat(claims.committable()).containsExactly(at(9));
        claims.committed(claims.committable());
        assertThat(claims.committable()).isEmpty();
    }

    @Test
    void aRequestOfALostPartition_isNobodysHere_alsoWhenThePartitionComesBack() {
        claims.own(List.of(PARTITION), 0);
        Claims.Claim before = claims.take(record(3, 0));
        claims.lose(List.of(PARTITION));
        claims.own(List.of(PARTITION), 0);
        assertThat(claims.isCurrent(before)).isFalse();
        Claims.Claim again = claims.take(record(3, 0));
        claims.done(before);
        assertThat(claims.isCurrent(again)).isTrue();
        assertThat(claims.committable()).containsExactly(at(3));
    }

    @Test
    void theTimeToGiveUp_countsFromTheRecordOrFromWhenItsPartitionCame() {
        claims.own(List.of(PARTITION), 1000);
        assertThat(claims.take(record(1, 400)).takenAtMs()).isEqualTo(1000);
        assertThat(claims.take(record(2, 1600)).takenAtMs()).isEqualTo(1600);
    }

    private static Map.Entry<TopicPartition, OffsetAndMetadata> at(long offset) {
        return Map.entry(PARTITION, new OffsetAndMetadata(offset));
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, long timestamp) {
        return new ConsumerRecord<>(
                PARTITION.topic(),
                PARTITION.partition(),
                offset,
                timestamp,
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty());
    }
}
