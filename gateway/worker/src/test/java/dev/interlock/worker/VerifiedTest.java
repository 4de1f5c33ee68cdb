package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.schemas.Json;
import org.junit.jupiter.api.Test;

class VerifiedTest {
    /** Quotes take two bytes. */
    private static final int MOST_CHARS = 16 * 1024 - 2;

    @Test
    void receiptOfTheWiresLimit_isTaken() {
        String largest = "x".repeat(MOST_CHARS);

        assertThat(Verified.committed(1, false, largest).evidence().receipt()).isEqualTo(Json.of(largest));
    }

    @Test
    void receiptThatTheWireWouldDrop_isRefused() {
        String tooLarge = "x".repeat(MOST_CHARS + 1);

        assertThatThrownBy(() -> Verified.committed(1, false, tooLarge))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("evidence: receipt in bytes must be at most 16384, was 16385");
    }
}
