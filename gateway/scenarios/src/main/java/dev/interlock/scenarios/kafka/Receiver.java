package dev.interlock.scenarios.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The outside world that tools act on: it writes down every execution before anything else happens, in one file a run,
 * so that what was executed is known even when the worker is killed in the middle of it. Several processes may write.
 */
public final class Receiver {
    private final Path directory;

    /** A receiver that keeps its files in a directory, which it creates. */
    public Receiver(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create " + directory, e);
        }
    }

    /**
     * Notes an execution.
     *
     * @return which execution for this proposal it is, from 1
     */
    public synchronized int executed(String runId, String proposalId) {
        byte[] line = (proposalId + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file(runId), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot note an execution of run " + runId, e);
        }
        return executions(runId, proposalId);
    }

    /** How often tools were executed for a run. */
    public int executions(String runId) {
        return lines(runId).size();
    }

    /** How often tools were executed for a proposal. */
    public int executions(String runId, String proposalId) {
        return (int) lines(runId).stream().filter(proposalId::equals).count();
    }

    private List<String> lines(String runId) {
        try {
            return Files.exists(file(runId)) ? Files.readAllLines(file(runId)) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the executions of run " + runId, e);
        }
    }

    private Path file(String runId) {
        return directory.resolve(runId + ".executions");
    }
}
