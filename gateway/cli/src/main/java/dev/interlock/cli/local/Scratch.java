package dev.interlock.cli.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories for logs and data that nobody needs afterwards, unless something went wrong. */
public final class Scratch {
    private Scratch() {}

    /** Makes one where the system keeps such. */
    public static Path create(String prefix) throws IOException {
        return Files.createTempDirectory(prefix);
    }

    /** Deletes it with all that is in it. */
    public static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
