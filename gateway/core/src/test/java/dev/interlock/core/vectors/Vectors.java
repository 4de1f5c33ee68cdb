package dev.interlock.core.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads vector files: the project's own, and those of a further folder where the system property names one. */
final class Vectors {
    /** The system property that names a further folder of vectors. */
    static final String FOLDER = "interlock.vectors";

    private static final ObjectMapper JSON =
            new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

    private Vectors() {}

    /** All vectors of one article: every line of its files. */
    static List<JsonNode> of(String article) {
        return Stream.concat(shipped(article), further(article)).toList();
    }

    /** What two equal JSON values have in common, whatever the order of their keys. */
    static String sorted(JsonNode value) {
        try {
            return JSON.writeValueAsString(JSON.treeToValue(value, Object.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<JsonNode> shipped(String article) {
        String name = "/article-vectors/" + article + "-articles.jsonl.gz";
        try (InputStream in = Vectors.class.getResourceAsStream(name)) {
            return lines(new GZIPInputStream(in)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    private static Stream<JsonNode> further(String article) {
        String folder = System.getProperty(FOLDER);
        if (folder == null) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files
                    .filter(f -> f.getFileName().toString().matches(article + "-.*\\.jsonl(\\.gz)?"))
                    .sorted()
                    .toList()
                    .stream()
                    .flatMap(f -> read(f).stream());
        } catch (IOException e) {
            throw new UncheckedIOException("-D" + FOLDER + "=" + folder, e);
        }
    }

    private static List<JsonNode> read(Path file) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            return lines(in);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static List<JsonNode> lines(InputStream in) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(l -> !l.isBlank()).map(Vectors::parse).toList();
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + line, e);
        }
    }
}
