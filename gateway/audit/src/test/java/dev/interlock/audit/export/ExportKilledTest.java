package dev.interlock.audit.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that exports gets SIGKILL, three times; the next one goes on, and in the end nobody can tell. */
class ExportKilledTest {
    private static final int RECORDS = 400;
    private static final List<Integer> KILLED_AFTER = List.of(150, 90, 1);

    @TempDir
    Path directory;

    @Test
    void exportThatWasKilled_isFileByFileTheOneThatWasNot() throws Exception {
        Path whole = directory.resolve("whole");
        export(whole, more -> {});

        Path killed = directory.resolve("killed");
        long noted = 0;
        for (int records : KILLED_AFTER) {
            killAfter(records, killed);
            assertThat(killed.resolve(Manifest.NAME)).doesNotExist();
            long now = notes(killed);
            assertThat(now).as("files that are done are kept").isGreaterThanOrEqualTo(noted);
            noted = now;
        }
        assertThat(noted).as("some files are done before the last attempt").isPositive();
        AtomicLong told = new AtomicLong();
        export(killed, told::addAndGet);

        assertThat(told.get()).isEqualTo(RECORDS);
        assertThat(texts(killed)).isEqualTo(texts(whole));
    }

    private static long notes(Path out) throws IOException {
        Path notes = out.resolve("export.done.jsonl");
        return Files.exists(notes) ? Files.readAllLines(notes).size() : 0;
    }

    /** The child waits there, so that it is killed where the test says. */
    private static void killAfter(int records, Path out) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Exporting.class.getName(),
                        Integer.toString(records),
                        out.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo(Exporting.THERE);
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.waitFor()).as("it was killed").isNotZero();
    }

    /** The process that is killed. */
    static final class Exporting {
        private static final String THERE = "there";

        private Exporting() {}

        public static void main(String[] args) {
            AtomicLong left = new AtomicLong(Long.parseLong(args[0]));
            export(Path.of(args[1]), more -> {
                if (left.addAndGet(-more) <= 0) {
                    waitForTheEnd();
                }
            });
        }

        private static synchronized void waitForTheEnd() {
            System.out.println(THERE);
            try {
                System.in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void export(Path out, LongConsumer progress) {
        new Exporter(source(), out, Form.JSONL, 500, progress).run();
    }

    private static Source source() {
        Topics topics = Topics.withPrefix("t.");
        List<Raw> all = new ArrayList<>();
        IntStream.range(0, RECORDS)
                .forEach(i -> all.add(new Raw(
                        new Position(topics.journal(), i % 2, i / 2),
                        1_000 + i,
                        ("run:" + i).getBytes(StandardCharsets.UTF_8),
                        ("{\"n\":" + i + "}").getBytes(StandardCharsets.UTF_8),
                        List.of())));
        return new MemorySource(topics, all);
    }

    private static Map<String, String> texts(Path out) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return texts;
    }
}
