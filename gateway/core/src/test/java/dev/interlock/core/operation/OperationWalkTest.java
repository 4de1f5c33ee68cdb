package dev.interlock.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.OperationVerdict.What;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random lives of an operation. A failure names the seed and the command that walks it again. */
class OperationWalkTest {
    private static final String SEED = "interlock.seed";
    private static final int WALKS = 500;

    @Test
    void operation_keepsItsGuaranteesWithHonestWorkers() {
        seeds().forEach(seed -> walk(seed, true));
    }

    @Test
    void operation_keepsItsGuaranteesWhateverIsReported() {
        seeds().forEach(seed -> walk(seed, false));
    }

    @Test
    void walks_meetEveryVerdict() {
        assertThat(met(true)).containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(What.CONFLICTING)));
        assertThat(met(false)).containsExactlyInAnyOrderElementsOf(EnumSet.allOf(What.class));
    }

    private static LongStream seeds() {
        Long asked = Long.getLong(SEED);
        return asked == null ? LongStream.range(0, WALKS) : LongStream.of(asked);
    }

    private static Set<What> met(boolean honest) {
        Set<What> met = EnumSet.noneOf(What.class);
        LongStream.range(0, WALKS / 2).forEach(seed -> met.addAll(walk(seed, honest)));
        return met;
    }

    private static Set<What> walk(long seed, boolean honest) {
        try {
            return new OperationWalk(seed, honest).walk();
        } catch (AssertionError | RuntimeException e) {
            String again = "mvn -q -pl gateway/core test -Dtest=OperationWalkTest -D" + SEED + "=" + seed;
            throw new AssertionError("seed " + seed + ", honest " + honest + "; again: " + again, e);
        }
    }
}
