package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Closure.Extent;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a task is closed for want of a sign of life, and when it opens. */
class VigilTest {
    private static final DeadMan LIMITS = new DeadMan(1_000, 3_000);
    private static final long NOW = 100_000;

    private final Vigil closed = Vigil.begun(NOW - 50_000).at(NOW);

    @Test
    void beforeTheFirstSign_everythingIsClosed() {
        assertThat(Vigil.begun(NOW).at(NOW).closed()).contains(Extent.ALL);
    }

    @ParameterizedTest(name = "given {0} ms ago for {1} ms, {2} ms later: {3}")
    @CsvSource({
        "0,    60000, 0,    NONE",
        "0,    60000, 999,  NONE",
        "0,    60000, 1000, WRITES",
        "0,    60000, 2999, WRITES",
        "0,    60000, 3000, ALL",
        "0,    500,   499,  NONE",
        "0,    500,   500,  ALL",
        "0,    2000,  1000, WRITES",
        "0,    2000,  2000, ALL",
        "400,  60000, 599,  NONE",
        "400,  60000, 600,  WRITES",
        "1500, 60000, 0,    WRITES",
        "3000, 60000, 0,    ALL",
        "-900, 60000, 999,  NONE",
        "-900, 60000, 1000, WRITES",
        "0,    0,     0,    ALL",
    })
    void aSign_holdsFromWhenItWasGiven_forAsLongAsItSaysAndTheLimitsAllow(
            long ageMs, long validForMs, long laterMs, String expected) {
        Vigil later =
                closed.heard(alive("a", NOW - ageMs, validForMs), LIMITS, NOW).at(NOW + laterMs);
        assertThat(later.closed().map(Extent::name).orElse("NONE")).isEqualTo(expected);
    }

    @Test
    void aSignThatComesAgain_orLate_changesNothing() {
        Control alive = alive("a", NOW, 60_000);
        Vigil silent = closed.heard(alive, LIMITS, NOW).at(NOW + 5_000);
        assertThat(silent.heard(alive, LIMITS, NOW + 5_000)).isEqualTo(silent);
        assertThat(silent.closed()).contains(Extent.ALL);
    }

    @Test
    void aShorterSign_doesNotTakeBackALongerOne() {
        Vigil heard = closed.heard(alive("a", NOW, 60_000), LIMITS, NOW);
        assertThat(heard.heard(alive("b", NOW + 10, 1), LIMITS, NOW + 10)).isEqualTo(heard);
    }

    @Test
    void aClockThatGoesBack_opensNothing() {
        Vigil silent = closed.heard(alive("a", NOW, 60_000), LIMITS, NOW).at(NOW + 1_000);
        assertThat(silent.at(NOW).closed()).contains(Extent.WRITES);
    }

    @Test
    void nextToClose_areWrites_thenAllElse_thenNothing() {
        Vigil heard = closed.heard(alive("a", NOW, 60_000), LIMITS, NOW);
        assertThat(heard.nextMs()).hasValue(NOW + 1_000);
        assertThat(heard.at(NOW + 1_000).nextMs()).hasValue(NOW + 3_000);
        assertThat(heard.at(NOW + 3_000).nextMs()).isEmpty();
    }

    @Test
    void decisionsAreTold_whatIsClosed_sinceWhen_andWhenToAskAgain() {
        Vigil heard = closed.heard(alive("a", NOW, 2_000), LIMITS, NOW);
        assertThat(heard.closure(LIMITS)).isEmpty();
        assertThat(heard.at(NOW + 2_000).closure(LIMITS)).contains(new Closure(Extent.ALL, NOW, 1_000, 2_000, 1_000));
    }

    @Test
    void theStoresValue_isReadAsItWas() {
        Vigil heard = closed.heard(alive("a", NOW, 60_000), LIMITS, NOW);
        assertThat(Vigil.read(heard.bytes())).isEqualTo(heard);
        assertThat(Vigil.read(closed.bytes())).isEqualTo(closed);
        assertThat(heard.closed()).isEqualTo(Optional.empty());
    }

    private static Control alive(String controlId, long issuedAtMs, long validForMs) {
        return ControlBuilder.builder()
                .type("alive")
                .controlId(controlId)
                .by("ann")
                .reason("on watch")
                .issuedAtMs(issuedAtMs)
                .validForMs(validForMs)
                .build();
    }
}
