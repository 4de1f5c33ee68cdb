package dev.interlock.audit.tried;

import dev.interlock.audit.export.ExportDirectory;
import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Six runs on a gateway of {@code interlock up}, exported: {@code looper} reads the same twelve times, {@code writer} writes
 * once and asks again, {@code ruled} is held to a published policy (look before you write, a token is sensitive),
 * {@code lost} writes and nobody answers, {@code held} waits for a person and is stopped by one.
 */
public final class Tried {
    /** In an argument that the contract of {@code ruled} calls sensitive. */
    public static final String SECRET = "hush-hush";

    private static final List<Raw> ALL = read();

    private Tried() {}

    /** Everything, in no order. */
    public static List<Raw> all() {
        return ALL;
    }

    /** As it was. */
    public static Source source() {
        return of(ALL);
    }

    /** Without some records. */
    public static Source without(Predicate<Raw> dropped) {
        return of(ALL.stream().filter(dropped.negate()).toList());
    }

    /** With a text in the value of one record in place of another. */
    public static Source altered(Predicate<Raw> which, String text, String other) {
        return of(ALL.stream()
                .map(raw -> which.test(raw) ? altered(raw, text, other) : raw)
                .toList());
    }

    private static Raw altered(Raw raw, String text, String other) {
        String value = new String(raw.value(), StandardCharsets.UTF_8);
        if (!value.contains(text)) {
            throw new IllegalArgumentException("There is no " + text + " in " + value);
        }
        return raw.with(raw.at(), value.replace(text, other).getBytes(StandardCharsets.UTF_8));
    }

    public static Topics topics() {
        return Topics.withPrefix(Topics.DEFAULT_PREFIX);
    }

    private static Source of(List<Raw> records) {
        return new MemorySource(topics(), records);
    }

    private static List<Raw> read() {
        try {
            Path directory = Files.createTempDirectory("tried-");
            try {
                unpack(directory);
                List<Raw> all = new ArrayList<>();
                try (Source source = ExportDirectory.open(directory)) {
                    source.slices().forEach(slice -> source.read(slice, all::add));
                }
                return List.copyOf(all);
            } finally {
                delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(Path directory) throws IOException {
        try (InputStream in = Tried.class.getResourceAsStream("/dev/interlock/audit/tried.zip");
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, directory.resolve(Path.of(entry.getName()).getFileName()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
