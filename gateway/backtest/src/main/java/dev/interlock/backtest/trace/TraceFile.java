package dev.interlock.backtest.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file of recorded runs, one JSON object a line; compressed where its name ends in {@code .gz}. */
public final class TraceFile {
    private static final String COMPRESSED = ".gz";

    private final Path path;

    /** A file at this place. */
    public TraceFile(Path path) {
        this.path = path;
    }

    /**
     * Reads it from beginning to end; empty lines are passed over.
     *
     * @param action what is done with each run
     * @param position is told after each line how many bytes of the file have been read
     * @throws IOException if the file cannot be read
     * @throws TraceException if a line cannot be understood
     */
    public void forEach(Consumer<Trace> action, LongConsumer position) throws IOException {
        try (SeekableByteChannel file = Files.newByteChannel(path);
                BufferedReader lines = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    action.accept(new TraceReader(path.getFileName() + ":" + number).read(line));
                }
                position.accept(file.position());
            }
        } catch (ZipException e) {
            throw new TraceException(path + ": is no gzip file: " + e.getMessage(), e);
        }
    }

    private InputStream open(SeekableByteChannel file) throws IOException {
        InputStream bytes = new BufferedInputStream(Channels.newInputStream(file));
        return path.toString().endsWith(COMPRESSED) ? new GZIPInputStream(bytes) : bytes;
    }
}
