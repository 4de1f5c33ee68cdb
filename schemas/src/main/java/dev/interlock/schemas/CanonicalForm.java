package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The one text that all equal JSON values share: keys in the order of their UTF-16 units, no space, strings untouched,
 * numbers by their exact decimal value. It is RFC 8785 except that numbers are never rounded to binary floating point.
 *
 * <p>A number is laid out as ECMAScript does it. Let its digits have no leading and no trailing zero, and let the
 * decimal point stand behind digit {@code p}. Up to {@code p = 21} and down to {@code p = -5} it is written plainly;
 * otherwise as one digit, the other digits behind a point, and a signed exponent. Every zero is {@code 0}.
 */
final class CanonicalForm {
    private static final int PLAIN_MAX = 21;
    private static final int PLAIN_MIN = -5;
    private static final int FIRST_PRINTABLE = 0x20;

    private CanonicalForm() {}

    static String of(JsonNode node) {
        StringBuilder out = new StringBuilder();
        write(node, out);
        return out.toString();
    }

    private static void write(JsonNode node, StringBuilder out) {
        switch (node.getNodeType()) {
            case OBJECT -> writeObject(node, out);
            case ARRAY -> writeArray(node, out);
            case STRING -> writeString(node.textValue(), out);
            case NUMBER -> writeNumber(node, out);
            case BOOLEAN, NULL -> out.append(node.asText());
            case BINARY, POJO, MISSING -> throw new IllegalStateException("Not JSON: " + node.getNodeType());
        }
    }

    private static void writeObject(JsonNode object, StringBuilder out) {
        // String.compareTo compares UTF-16 units.
        List<Map.Entry<String, JsonNode>> entries = object.properties().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .toList();
        out.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> entry : entries) {
            out.append(separator);
            writeString(entry.getKey(), out);
            out.append(':');
            write(entry.getValue(), out);
            separator = ",";
        }
        out.append('}');
    }

    private static void writeArray(JsonNode array, StringBuilder out) {
        out.append('[');
        for (Iterator<JsonNode> children = array.iterator(); children.hasNext(); ) {
            write(children.next(), out);
            out.append(children.hasNext() ? "," : "");
        }
        out.append(']');
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            writeUnit(text.charAt(at), out);
        }
        out.append('"');
    }

    private static void writeUnit(char unit, StringBuilder out) {
        switch (unit) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> {
                if (unit < FIRST_PRINTABLE) {
                    out.append(String.format("\\u%04x", (int) unit));
                } else {
                    out.append(unit);
                }
            }
        }
    }

    private static void writeNumber(JsonNode node, StringBuilder out) {
        if (node.isInt() || node.isLong()) {
            // At most 19 digits, so always plain.
            out.append(node.longValue());
            return;
        }
        BigDecimal value = node.isBigInteger() ? new BigDecimal(node.bigIntegerValue()) : node.decimalValue();
        BigDecimal shortest = value.stripTrailingZeros();
        if (shortest.signum() == 0) {
            out.append('0');
            return;
        }
        BigInteger unscaled = shortest.unscaledValue();
        out.append(unscaled.signum() < 0 ? "-" : "");
        String digits = unscaled.abs().toString();
        writeDigits(digits, (long) digits.length() - shortest.scale(), out);
    }

    private static void writeDigits(String digits, long point, StringBuilder out) {
        if (point < PLAIN_MIN || point > PLAIN_MAX) {
            writeExponential(digits, point - 1, out);
        } else if (point <= 0) {
            out.append("0.").append("0".repeat((int) -point)).append(digits);
        } else if (point >= digits.length()) {
            out.append(digits).append("0".repeat((int) point - digits.length()));
        } else {
            out.append(digits, 0, (int) point).append('.').append(digits, (int) point, digits.length());
        }
    }

    private static void writeExponential(String digits, long exponent, StringBuilder out) {
        out.append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? "" : "+").append(exponent);
    }
}
