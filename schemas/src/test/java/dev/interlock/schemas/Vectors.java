package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** The published vectors. */
final class Vectors {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Vectors() {}

    static List<JsonNode> read(String file) {
        try {
            return Files.readAllLines(Path.of("vectors", file)).stream()
                    .map(Vectors::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(line, e);
        }
    }

    /** The bytes a vector starts from. */
    static byte[] input(JsonNode vector) {
        if (vector.has("input_base64")) {
            return Base64.getDecoder().decode(vector.get("input_base64").textValue());
        }
        return text(vector).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(JsonNode vector) {
        if (vector.has("input")) {
            return vector.get("input").textValue();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : vector.get("repeat")) {
            text.append(part.get(0).textValue().repeat(part.get(1).intValue()));
        }
        return text.toString();
    }
}
