package dev.interlock.audit.export;

import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.source.SourceException;
import dev.interlock.schemas.Topics;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The topics as a finished export holds them. */
public final class ExportDirectory implements Source {
    private final Path directory;
    private final Manifest manifest;
    private final Form form;
    private final Topics topics;

    private ExportDirectory(Path directory, Manifest manifest) {
        this.directory = directory;
        this.manifest = manifest;
        this.form = Form.named(manifest.format())
                .orElseThrow(() -> SourceException.unreadable(
                        directory.resolve(Manifest.NAME) + " names the format " + manifest.format()
                                + ", which is not known here",
                        null));
        this.topics = Topics.withPrefix(manifest.prefix());
    }

    /**
     * Opens an export and holds every file against the digest that its manifest has.
     *
     * @throws SourceException if it is not finished, or a file is missing, changed, or not of it; the message has the names
     */
    public static ExportDirectory open(Path directory) {
        Path file = directory.resolve(Manifest.NAME);
        if (!Files.isRegularFile(file)) {
            throw SourceException.unreadable(
                    directory + " has no " + Manifest.NAME + ": it is no finished export."
                            + " 'interlock audit export' with the same --out goes on with it",
                    null);
        }
        ExportDirectory opened = new ExportDirectory(directory, Manifest.read(file));
        List<String> altered = opened.altered();
        if (!altered.isEmpty()) {
            throw SourceException.altered(
                    "The export is not as it was written: " + String.join("; ", altered) + " (" + directory + ")");
        }
        return opened;
    }

    @Override
    public Topics topics() {
        return topics;
    }

    @Override
    public List<Slice> slices() {
        return manifest.slices();
    }

    @Override
    public void read(Slice slice, long from, Sink sink) {
        manifest.files().stream()
                .filter(file -> file.topic().equals(slice.topic()) && file.partition() == slice.partition())
                .filter(file -> file.next() > from)
                .sorted(Comparator.comparingLong(ExportedFile::first))
                .forEach(file -> read(file, slice, raw -> {
                    if (raw.at().offset() >= from) {
                        sink.take(raw);
                    }
                }));
    }

    @Override
    public void close() {
        // Files are open only while they are read.
    }

    private void read(ExportedFile file, Slice slice, Sink sink) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(directory.resolve(file.name())))) {
            form.read(in, slice, sink);
        } catch (IOException e) {
            throw SourceException.unreadable(directory.resolve(file.name()) + " cannot be read: " + e.getMessage(), e);
        }
    }

    private List<String> altered() {
        Set<String> named = manifest.files().stream().map(ExportedFile::name).collect(Collectors.toSet());
        Stream<String> changed = manifest.files().parallelStream().flatMap(file -> {
            Path path = directory.resolve(file.name());
            if (!Files.isRegularFile(path)) {
                return Stream.of(file.name() + " is missing");
            }
            return Digests.of(path).equals(file.sha256()) ? Stream.empty() : Stream.of(file.name() + " was changed");
        });
        Stream<String> foreign = here().filter(name -> name.endsWith(form.suffix()) && !named.contains(name))
                .map(name -> name + " is not of it");
        return Stream.concat(changed, foreign).sorted().toList();
    }

    private Stream<String> here() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
