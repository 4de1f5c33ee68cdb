package dev.interlock.backtest.detector;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.OptionalInt;

/**
 * A model that reads the conversation, as gemini-cli has one beside its counters, and what a line says it found: who judges
 * what is meant stands outside a gateway, and stops a run by a control record.
 *
 * <p>The peer's numbers: the fast model is asked from turn 30 on, and again after 5 turns and up to 10 more, the more the
 * less sure it was; 0.9 is sure enough. Then the main model is asked in the same turn, and its word decides; where it
 * cannot be reached, that of the fast one.
 */
final class Judge {
    private static final int FIRST_TURN = 30;
    private static final BigDecimal SURE = new BigDecimal("0.9");

    private Judge() {}

    /** The turn in which it stops the run; empty where it does not. */
    static OptionalInt stopsAt(JsonNode findings) {
        int turn = FIRST_TURN;
        for (int i = 0; i < findings.size(); i++) {
            BigDecimal fast = findings.get(i).decimalValue();
            if (fast.compareTo(SURE) >= 0) {
                boolean reached = ++i < findings.size();
                if (!reached || findings.get(i).decimalValue().compareTo(SURE) >= 0) {
                    return OptionalInt.of(turn);
                }
            }
            turn += asksAgainAfter(fast);
        }
        return OptionalInt.empty();
    }

    private static int asksAgainAfter(BigDecimal sure) {
        return BigDecimal.ONE
                .subtract(sure)
                .multiply(BigDecimal.TEN)
                .add(BigDecimal.valueOf(5))
                .setScale(0, java.math.RoundingMode.HALF_UP)
                .intValueExact();
    }
}
