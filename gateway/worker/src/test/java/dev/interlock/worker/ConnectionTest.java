package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTest {
    private final Connection connection = Connection.to("localhost:9092");

    @ParameterizedTest
    @CsvSource({
        "isolation.level, read_uncommitted, read_committed",
        "enable.auto.commit, true, false",
        "auto.offset.reset, latest, earliest",
        "group.protocol, consumer, classic",
        "acks, 1, all",
        "enable.idempotence, false, true",
        "max.in.flight.requests.per.connection, 5, 1",
        "partitioner.ignore.keys, true, false",
        "partitioner.class, com.example.Other, left out"
    })
    void settingThatWouldBreakAGuarantee_isRefusedByName(String property, String given, String needed) {
        assertThatThrownBy(() -> connection.with(property, given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Property " + property + " must be " + needed + ", was " + given);
    }

    @Test
    void settingThatOneClientNeeds_cannotBeChangedEither() {
        Connection changed = connection.with("group.id", "mine");

        assertThatThrownBy(() -> changed.consumerConfig(Map.of("group.id", "workers")))
                .hasMessage("Property group.id must be workers, was mine");
    }

    @Test
    void consumer_readsCommittedAndCommitsNothingByItself() {
        assertThat(connection.consumerConfig(Map.of()))
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", "false");
    }

    @Test
    void furtherSettings_reachBothClients() {
        Connection secured = connection.with("security.protocol", "SSL");

        assertThat(secured.consumerConfig(Map.of())).containsEntry("security.protocol", "SSL");
        assertThat(secured.producerConfig()).containsEntry("security.protocol", "SSL");
    }

    @Test
    void prefixThatNoTopicCanHave_isRefused() {
        assertThatThrownBy(() -> connection.withTopicPrefix("a b")).isInstanceOf(IllegalArgumentException.class);
    }
}
