package dev.interlock.proof.forgery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A life that has everything the judge has a check for keeps every promise. With {@code -Dinterlock.write=true} it is
 * written down, for the tests of the judge.
 */
class WitnessIT {
    @Test
    void life_keepsEveryPromise(@TempDir Path directory) throws Exception {
        RecordedLife.Lived lived = RecordedLife.record();
        assertThat(Verdict.of(lived.recording(), lived.effects()).findings()).isEmpty();
        if (Boolean.getBoolean("interlock.write")) {
            KeptLife.keep(lived, directory);
        }
    }
}
