package dev.interlock.proof;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The source tree that these tests are part of. */
public final class Repository {
    private Repository() {}

    /** The directory that holds {@code .mvn}; tests run in the directory of their module. */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Stream.iterate(here, path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve(".mvn")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No .mvn above " + here));
    }
}
