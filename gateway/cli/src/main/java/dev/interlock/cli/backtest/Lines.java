package dev.interlock.cli.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file of JSON objects, one a line; nothing is written where there is no file. */
final class Lines implements Closeable {
    private final Optional<BufferedWriter> writer;

    Lines(Optional<Path> file) throws IOException {
        writer = file.isPresent() ? Optional.of(Files.newBufferedWriter(file.get())) : Optional.empty();
    }

    void add(JsonNode object) {
        if (writer.isEmpty()) {
            return;
        }
        try {
            writer.get().write(object.toString());
            writer.get().newLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (writer.isPresent()) {
            writer.get().close();
        }
    }
}
