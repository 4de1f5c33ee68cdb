package dev.interlock.server.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaceTest {
    private long now = 1_000_000;
    private final Pace pace = new Pace(() -> Instant.ofEpochMilli(now), 10, 20);

    @Test
    void atOnce_aCallerMayAskSoOften_andThenSoOftenASecond() {
        assertThat(allowed("a", 30)).isEqualTo(20);
        now += 100;
        assertThat(allowed("a", 5)).isEqualTo(1);
        now += 1_000;
        assertThat(allowed("a", 30)).isEqualTo(10);
    }

    @Test
    void aPause_allowsNoMoreThanSoOftenAtOnce() {
        allowed("a", 20);
        now += 1_000_000_000;
        assertThat(allowed("a", 30)).isEqualTo(20);
    }

    @Test
    void callers_takeNothingFromEachOther() {
        allowed("a", 30);
        assertThat(allowed("b", 30)).isEqualTo(20);
    }

    @Test
    void aClockThatIsSetBack_allowsNothingMore_andLosesNothing() {
        assertThat(allowed("a", 10)).isEqualTo(10);
        now -= 500_000;
        assertThat(allowed("a", 30)).isEqualTo(10);
        now += 100;
        assertThat(allowed("a", 30)).isEqualTo(1);
    }

    private long allowed(String caller, int times) {
        return IntStream.range(0, times).filter(i -> pace.allows(caller)).count();
    }
}
