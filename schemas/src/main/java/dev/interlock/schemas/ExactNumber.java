package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Numbers without loss, within bounds that keep them harmless: whatever is read can be written and read again, and no
 * step costs more than its digits.
 */
final class ExactNumber {
    private static final int LONG_CHARACTERS = 18;

    private ExactNumber() {}

    /** The number that a JSON literal denotes; empty if it is out of bounds. */
    static Optional<JsonNode> parse(String literal) {
        if (literal.length() > Limits.NUMBER_LENGTH || exponentDigits(literal) > Limits.EXPONENT_DIGITS) {
            return Optional.empty();
        }
        boolean integer = literal.indexOf('.') < 0 && literal.indexOf('e') < 0 && literal.indexOf('E') < 0;
        return integer ? integer(literal) : exact(new BigDecimal(literal));
    }

    /** A node of this value; empty if it is out of bounds. */
    static Optional<JsonNode> exact(BigDecimal value) {
        if (value.signum() == 0) {
            // Keeps 0.0 as it is, but no zero with an exponent beyond all bounds.
            boolean plain = value.scale() >= 0 && value.scale() <= Limits.NUMBER_DIGITS;
            return Optional.of(ExactTree.NODES.numberNode(plain ? value : BigDecimal.ZERO));
        }
        // In long arithmetic, because precision and scale together can leave the range of int.
        long firstDigit = (long) value.precision() - value.scale() - 1;
        boolean bounded = value.precision() <= Limits.NUMBER_DIGITS && Math.abs(firstDigit) <= Limits.NUMBER_EXPONENT;
        return bounded ? Optional.of(ExactTree.NODES.numberNode(value)) : Optional.empty();
    }

    /** A node of this value; empty if it is out of bounds. */
    static Optional<JsonNode> exact(BigInteger value) {
        boolean bounded = new BigDecimal(value).precision() <= Limits.NUMBER_DIGITS;
        return bounded ? Optional.of(ExactTree.NODES.numberNode(value)) : Optional.empty();
    }

    private static Optional<JsonNode> integer(String literal) {
        if (literal.length() > LONG_CHARACTERS) {
            return exact(new BigInteger(literal));
        }
        long value = Long.parseLong(literal);
        return Optional.of(
                value == (int) value ? ExactTree.NODES.numberNode((int) value) : ExactTree.NODES.numberNode(value));
    }

    private static int exponentDigits(String literal) {
        int mark = Math.max(literal.indexOf('e'), literal.indexOf('E'));
        if (mark < 0) {
            return 0;
        }
        boolean signed = literal.charAt(mark + 1) == '+' || literal.charAt(mark + 1) == '-';
        return literal.length() - mark - (signed ? 2 : 1);
    }
}
