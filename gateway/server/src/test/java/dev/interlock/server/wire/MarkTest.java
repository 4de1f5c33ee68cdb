package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Position;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkTest {
    private static final Mark MARK = new Mark(100, 5_000);

    @ParameterizedTest
    @CsvSource({
        "100, 5000, true",
        "99, 5000, true",
        "0, 1, true",
        "101, 5000, false",
        "101, 4999, false",
        // It stands where an old record stood, in a topic that began anew or lost its end.
        "100, 5001, false",
        "0, 5001, false"
    })
    void aRecordThatStandsNoFurtherAndCameNoLater_wasTakenUp(long offset, long appendedAtMs, boolean covered) {
        assertThat(MARK.covers(arrival(offset, appendedAtMs))).isEqualTo(covered);
    }

    @Test
    void aMark_isReadAsItWasStored() {
        assertThat(Mark.read(Mark.at(arrival(7, 8)).bytes())).isEqualTo(new Mark(7, 8));
    }

    private static Arrival arrival(long offset, long appendedAtMs) {
        return new Arrival(
                new Position("results", 3, offset),
                Optional.empty(),
                new byte[0],
                new byte[0],
                Optional.empty(),
                appendedAtMs,
                9_000);
    }
}
