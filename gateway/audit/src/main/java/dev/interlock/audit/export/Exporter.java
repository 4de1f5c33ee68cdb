package dev.interlock.audit.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.source.SourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Writes a source to a directory, and goes on where an earlier attempt was killed: what it may read is noted before
 * anything is written, each file is noted once it is on the disk, and the manifest comes last.
 */
public final class Exporter {
    private static final String PLAN = "export.plan.json";
    private static final String DONE = "export.done.jsonl";

    private final Source source;
    private final Path directory;
    private final Form form;
    private final long fileBytes;
    private final LongConsumer progress;

    private Manifest plan;
    private final List<ExportedFile> done = new ArrayList<>();

    /**
     * An export.
     *
     * @param source what is read
     * @param directory where it is written
     * @param form how
     * @param fileBytes about how long a file becomes before the next one begins
     * @param progress is told how many offsets more are done
     */
    public Exporter(Source source, Path directory, Form form, long fileBytes, LongConsumer progress) {
        this.source = source;
        this.directory = directory;
        this.form = form;
        this.fileBytes = fileBytes;
        this.progress = progress;
    }

    /**
     * What was written.
     *
     * @param files how many files
     * @param records how many records
     * @param bytes how long the files are together
     */
    public record Written(int files, long records, long bytes) {}

    /**
     * Writes what is not written yet.
     *
     * @throws SourceException if the source cannot be read, or the directory holds something else
     */
    public Written run() {
        try {
            Files.createDirectories(directory);
            begin();
            writeAll();
            Manifest whole = plan.with(done.stream()
                    .sorted(Comparator.comparing(ExportedFile::name))
                    .toList());
            put(Manifest.NAME, whole.bytes());
            Files.deleteIfExists(directory.resolve(DONE));
            Files.deleteIfExists(directory.resolve(PLAN));
            return new Written(
                    done.size(),
                    done.stream().mapToLong(ExportedFile::records).sum(),
                    done.stream().mapToLong(ExportedFile::bytes).sum());
        } catch (IOException e) {
            throw SourceException.unreadable(directory + " cannot be written: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw SourceException.unreadable(directory + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Several partitions at once; when one cannot be written, the others are ended first. */
    private void writeAll() {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            plan.slices().forEach(slice -> running.add(threads.submit(() -> write(slice))));
        }
        for (Future<?> each : running) {
            if (each.state() == Future.State.FAILED) {
                throw each.exceptionNow() instanceof RuntimeException known
                        ? known
                        : new IllegalStateException(each.exceptionNow());
            }
        }
    }

    private void begin() throws IOException {
        if (Files.exists(directory.resolve(Manifest.NAME))) {
            throw SourceException.unreadable(directory + " holds a finished export. Name another directory", null);
        }
        if (!Files.exists(directory.resolve(PLAN))) {
            try (Stream<Path> there = Files.list(directory)) {
                if (there.findAny().isPresent()) {
                    throw SourceException.unreadable(
                            directory + " is not empty, and holds no export. Name another directory", null);
                }
            }
            Manifest fresh =
                    new Manifest(Manifest.VERSION, source.topics().prefix(), form.name(), source.slices(), List.of());
            put(PLAN, fresh.bytes());
        }
        plan = Manifest.read(directory.resolve(PLAN));
        if (!plan.format().equals(form.name())
                || !plan.prefix().equals(source.topics().prefix())) {
            throw SourceException.unreadable(
                    directory + " holds the beginning of an export of '" + plan.prefix() + "' as " + plan.format()
                            + ". Ask for the same, or name another directory",
                    null);
        }
        resume();
    }

    /** The last note may have been cut off: its file is written again. */
    private void resume() throws IOException {
        if (Files.exists(directory.resolve(DONE))) {
            StringBuilder whole = new StringBuilder();
            for (String line : Files.readAllLines(directory.resolve(DONE), StandardCharsets.UTF_8)) {
                if (note(line)) {
                    whole.append(line).append('\n');
                }
            }
            put(DONE, whole.toString().getBytes(StandardCharsets.UTF_8));
        }
        done.forEach(file -> progress.accept(file.next() - file.first()));
    }

    private boolean note(String line) {
        try {
            return done.add(Manifest.MAPPER.readValue(line, ExportedFile.class));
        } catch (JsonProcessingException e) {
            // Not noted to the end is not noted.
            return false;
        }
    }

    private void write(Slice slice) {
        long from = done(slice);
        if (from >= slice.end()) {
            return;
        }
        long beginning = source.slices(slice.topic()).stream()
                .filter(now -> now.partition() == slice.partition())
                .mapToLong(Slice::beginning)
                .findFirst()
                .orElseThrow(() -> SourceException.unreadable(slice + " is not there any more", null));
        if (beginning > from) {
            throw SourceException.unreadable(
                    slice + " begins at " + beginning + " now: what the export was to go on with at " + from
                            + " was deleted. Begin anew in another directory",
                    null);
        }
        try (Stretch stretch = new Stretch(slice, from)) {
            source.read(slice, from, stretch::take);
            stretch.finish(slice.end());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized long done(Slice slice) {
        return done.stream()
                .filter(file -> file.topic().equals(slice.topic()) && file.partition() == slice.partition())
                .mapToLong(ExportedFile::next)
                .max()
                .orElse(slice.beginning());
    }

    private synchronized void finished(ExportedFile file) throws IOException {
        byte[] line = (Manifest.MAPPER.writeValueAsString(file) + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel =
                FileChannel.open(directory.resolve(DONE), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap(line));
            channel.force(true);
        }
        done.add(file);
    }

    private void put(String name, byte[] bytes) throws IOException {
        Path part = directory.resolve(name + FileInProgress.UNFINISHED);
        Files.write(part, bytes);
        Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** What is left of one partition, file by file. */
    private final class Stretch implements AutoCloseable {
        private final Slice slice;
        private FileInProgress file;
        private long told;

        private Stretch(Slice slice, long from) throws IOException {
            this.slice = slice;
            this.file = new FileInProgress(directory, form, slice, from);
            this.told = from;
        }

        private void take(Raw raw) {
            try {
                if (file.bytes() >= fileBytes) {
                    finish(raw.at().offset());
                    file = new FileInProgress(directory, form, slice, raw.at().offset());
                }
                file.write(raw);
                tell(raw.at().offset() + 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void finish(long next) throws IOException {
            finished(file.finish(next));
            tell(next);
        }

        private void tell(long next) {
            progress.accept(next - told);
            told = next;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
