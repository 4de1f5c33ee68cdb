package dev.interlock.audit.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a receiver tells. */
class EffectsTest {
    private static final Effects SEEN = new Effects(
            Map.of(
                    "paid",
                    List.of("d1"),
                    "twice",
                    List.of("d1", "d2"),
                    Effects.LOOKS + "run.p1",
                    List.of("d3", "d4"),
                    Effects.TRIES + "busy",
                    List.of("d5", "d6")),
            3);

    @Test
    void text_isReadAsWhatWasWritten() {
        assertThat(Effects.parse(SEEN.text())).isEqualTo(SEEN);
        Effects none = new Effects(Map.of(), 0);
        assertThat(Effects.parse(none.text())).isEqualTo(none);
    }

    @Test
    void doubled_areEffects_notTriesOfOne() {
        assertThat(SEEN.doubled()).containsOnlyKeys("twice", Effects.LOOKS + "run.p1");
        assertThat(SEEN.doubledWrites()).containsOnlyKeys("twice");
    }
}
