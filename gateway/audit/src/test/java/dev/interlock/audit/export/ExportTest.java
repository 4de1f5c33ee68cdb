package dev.interlock.audit.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.audit.source.Header;
import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.source.SourceException;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An export is what it was taken from, goes on where it was killed, and tells when it was changed. */
class ExportTest {
    private static final Topics TOPICS = Topics.withPrefix("t.");
    private static final int RECORDS = 400;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void export_hasEveryRecordByteForByte(Form form) {
        List<Raw> all = records();
        export(source(all), form, directory.resolve("out"));

        assertThat(read(directory.resolve("out"))).isEqualTo(texts(source(all)));
    }

    @ParameterizedTest
    @EnumSource
    void killedExport_goesOn_andIsTheSameAsOneThatWasNot(Form form) throws IOException {
        Source whole = source(records());
        Path out = directory.resolve("out");
        for (int kill = 0; kill < 3; kill++) {
            Source dying = new Dying(whole, RECORDS / 4);
            assertThatThrownBy(() -> export(dying, form, out)).isInstanceOf(Killed.class);
            assertThatThrownBy(() -> ExportDirectory.open(out))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("no finished export");
        }
        Files.writeString(
                out.resolve("export.done.jsonl"),
                "{\"name\":\"cut o",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        List<Raw> later = new ArrayList<>(records());
        later.add(record(RECORDS, "{\"later\":1}"));
        AtomicLong told = new AtomicLong();
        new Exporter(source(later), out, form, 500, told::addAndGet).run();

        assertThat(read(out)).isEqualTo(texts(whole));
        assertThat(told.get())
                .isEqualTo(whole.slices().stream().mapToLong(Slice::length).sum());
        assertThat(names(out)).noneMatch(name -> name.endsWith(".part") || name.startsWith("export."));
    }

    @Test
    void changedMissingAndForeignFiles_areNamed() throws IOException {
        Path out = directory.resolve("out");
        export(source(records()), Form.JSONL, out);
        List<String> files =
                names(out).stream().filter(name -> name.endsWith(".jsonl")).toList();
        byte[] bytes = Files.readAllBytes(out.resolve(files.get(0)));
        bytes[bytes.length / 2] ^= 1;
        Files.write(out.resolve(files.get(0)), bytes);
        Files.delete(out.resolve(files.get(1)));
        Files.writeString(out.resolve("foreign.jsonl"), "");

        assertThatThrownBy(() -> ExportDirectory.open(out))
                .isInstanceOfSatisfying(
                        SourceException.class, e -> assertThat(e.isAltered()).isTrue())
                .hasMessageContaining(files.get(0) + " was changed")
                .hasMessageContaining(files.get(1) + " is missing")
                .hasMessageContaining("foreign.jsonl is not of it");
    }

    @Test
    void export_isNotMixedWithAnythingElse() throws IOException {
        Path out = directory.resolve("out");
        export(source(records()), Form.JSONL, out);
        assertThatThrownBy(() -> export(source(records()), Form.JSONL, out)).hasMessageContaining("finished export");

        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("notes.txt"), "mine");
        assertThatThrownBy(() -> export(source(records()), Form.JSONL, other)).hasMessageContaining("is not empty");
    }

    @Test
    void exportWhoseRestWasDeletedMeanwhile_isNotFinished() {
        Path out = directory.resolve("out");
        Source whole = source(records());
        assertThatThrownBy(() -> export(new Dying(whole, 100), Form.JSONL, out)).isInstanceOf(Killed.class);

        assertThatThrownBy(() -> export(new Cut(whole), Form.JSONL, out)).hasMessageContaining("was deleted");
    }

    private static List<Raw> records() {
        List<Raw> all = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            all.add(record(i, "{\"n\": " + i + ", \"text\":\"a,\\\"value\\\":{}\"}"));
        }
        all.set(7, odd(7, null, null));
        all.set(8, odd(8, new byte[] {(byte) 0xC3, 1, 0, -1, 10}, new byte[] {-1, -2}));
        all.set(9, odd(9, "{\"a\":1}\n{}".getBytes(StandardCharsets.UTF_8), new byte[0]));
        all.set(
                10,
                odd(
                        10,
                        "{\"a\":1} x".getBytes(StandardCharsets.UTF_8),
                        "k\"\\\n,\"value\":".getBytes(StandardCharsets.UTF_8)));
        all.set(11, odd(11, new byte[0], "k".getBytes(StandardCharsets.UTF_8)));
        return all;
    }

    /** Two partitions, and offsets with gaps. */
    private static Raw record(int i, String value) {
        return new Raw(
                new Position(TOPICS.journal(), i % 2, 3L * i),
                1_000 + i,
                ("run:" + i).getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                i % 3 == 0
                        ? List.of(Header.of("interlock-origin", "t/0/" + i), new Header("bin", new byte[] {-1}))
                        : List.of());
    }

    private static Raw odd(int i, byte[] value, byte[] key) {
        return new Raw(
                new Position(TOPICS.journal(), i % 2, 3L * i), 1_000, key, value, List.of(new Header("none", null)));
    }

    private static Source source(List<Raw> all) {
        return new MemorySource(TOPICS, all);
    }

    private static void export(Source source, Form form, Path out) {
        new Exporter(source, out, form, 500, more -> {}).run();
    }

    private static Map<String, String> read(Path out) {
        try (Source source = ExportDirectory.open(out)) {
            return texts(source);
        }
    }

    private static Map<String, String> texts(Source source) {
        Map<String, String> texts = new TreeMap<>();
        source.slices()
                .forEach(slice -> source.read(
                        slice,
                        raw -> texts.put(
                                raw.at().toString(),
                                raw.timestampMs() + " " + Arrays.toString(raw.key()) + " "
                                        + Arrays.toString(raw.value()) + " "
                                        + raw.headers().stream()
                                                .map(header -> header.name() + Arrays.toString(header.value()))
                                                .toList())));
        return texts;
    }

    private static List<String> names(Path out) throws IOException {
        try (Stream<Path> all = Files.list(out)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static final class Killed extends RuntimeException {}

    /** A source whose reader dies after some records. */
    private static final class Dying implements Source {
        private final Source whole;
        private final AtomicLong left;

        private Dying(Source whole, int records) {
            this.whole = whole;
            this.left = new AtomicLong(records);
        }

        @Override
        public Topics topics() {
            return whole.topics();
        }

        @Override
        public List<Slice> slices() {
            return whole.slices();
        }

        @Override
        public void read(Slice slice, long from, Sink sink) {
            whole.read(slice, from, raw -> {
                if (left.decrementAndGet() < 0) {
                    throw new Killed();
                }
                sink.take(raw);
            });
        }

        @Override
        public void close() {
            whole.close();
        }
    }

    /** A source that has lost everything but the end of each partition. */
    private static final class Cut implements Source {
        private final Source whole;

        private Cut(Source whole) {
            this.whole = whole;
        }

        @Override
        public Topics topics() {
            return whole.topics();
        }

        @Override
        public List<Slice> slices() {
            return whole.slices().stream()
                    .map(slice -> new Slice(slice.topic(), slice.partition(), slice.end(), slice.end()))
                    .toList();
        }

        @Override
        public void read(Slice slice, long from, Sink sink) {
            whole.read(slice, from, sink);
        }

        @Override
        public void close() {
            whole.close();
        }
    }
}
