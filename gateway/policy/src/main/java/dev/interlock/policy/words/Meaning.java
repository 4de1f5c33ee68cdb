package dev.interlock.policy.words;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** What the fields of a policy mean, in plain words, from {@code fields.properties}. */
public final class Meaning {
    private static final Properties WORDS = read();
    private static final long SECOND = 1_000;
    private static final long[] UNITS = {24 * 3600 * SECOND, 3600 * SECOND, 60 * SECOND, SECOND};
    private static final String[] NAMES = {"d", "h", "min", "s"};

    private Meaning() {}

    /**
     * The sentence about a field with its value; empty when nobody wrote one.
     *
     * @param field path of the field; that of a contract begins with {@code tool}
     * @param value its value as in the policy's JSON form
     */
    public static Optional<String> of(String field, JsonNode value) {
        String text = text(field, value);
        String special = WORDS.getProperty(field + "." + text);
        String sentence = special != null ? special : WORDS.getProperty(field);
        return Optional.ofNullable(sentence).map(words -> words.replace("{}", text));
    }

    /** The value as people say it. */
    static String text(String field, JsonNode value) {
        if (field.endsWith("_ms") && value.isIntegralNumber()) {
            return duration(value.longValue());
        }
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(item.asText()));
            return items.isEmpty() ? "none" : String.join(", ", items);
        }
        return field.equals("otherwise") || field.startsWith("actions") ? deed(value) : value.asText();
    }

    /** What a guard does when it fires. */
    static String deed(JsonNode action) {
        if (action.isObject()) {
            String times = action.elements().next().asText();
            return "denies the call " + times + " times in a run, and ends the run when it fires once more";
        }
        return switch (action.asText()) {
            case "deny" -> "denies the call, and the run goes on";
            case "stop" -> "denies the call and ends the run";
            case "observe" -> "only watches, and lets the call through";
            default -> action.toString();
        };
    }

    private static String duration(long ms) {
        for (int i = 0; i < UNITS.length; i++) {
            if (ms >= UNITS[i] && ms % UNITS[i] == 0) {
                return ms / UNITS[i] + " " + NAMES[i];
            }
        }
        return ms + " ms";
    }

    private static Properties read() {
        Properties words = new Properties();
        try (InputStream in = Meaning.class.getResourceAsStream("fields.properties")) {
            words.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("The words for fields cannot be read", e);
        }
        return words;
    }
}
