package dev.interlock.server.stream;

import dev.interlock.server.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * The name a process keeps over restarts, kept beside its stores. A process that was killed takes its place in the group
 * again at once, instead of after the time others wait for it.
 */
final class InstanceId {
    private static final String FILE = "interlock-instance-id";

    private InstanceId() {}

    /**
     * The name kept in a directory; a new one when there is none.
     *
     * @throws ConfigurationException when the directory cannot be written to
     */
    static String in(Path directory) {
        try {
            Path file = Files.createDirectories(directory).resolve(FILE);
            if (Files.notExists(file)) {
                Path draft = Files.createTempFile(directory, FILE, null);
                Files.writeString(draft, UUID.randomUUID().toString());
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ConfigurationException("stream.state_dir: must be a directory to write to, was " + directory, e);
        }
    }
}
