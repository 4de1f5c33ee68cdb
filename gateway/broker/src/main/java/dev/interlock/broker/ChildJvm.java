package dev.interlock.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A JVM started by this one, with its Java and class path, that can be killed and frozen and that ends when this JVM
 * ends, however that happens. Its output goes to a log file. Signals need a Unix system.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Duration ORDERLY = Duration.ofSeconds(15);
    private static final Duration SIGNAL = Duration.ofSeconds(10);
    private static final int LOG_TAIL = 20;

    private final JvmCommand command;
    private final Process process;
    private final ChildOutput output = new ChildOutput();

    private ChildJvm(JvmCommand command, Process process) {
        this.command = command;
        this.process = process;
    }

    /** Starts the JVM and returns at once. */
    public static ChildJvm start(JvmCommand command) {
        try {
            Files.createDirectories(command.log().toAbsolutePath().getParent());
            Process process = command.process().start();
            ChildJvm child = new ChildJvm(command, process);
            Thread.ofPlatform()
                    .daemon()
                    .name("output-of-" + command.name())
                    .start(() -> child.output.readFrom(process, command.log()));
            return child;
        } catch (IOException e) {
            throw new StartupException("Cannot start " + command.name(), e);
        }
    }

    /**
     * Waits for the ready line.
     *
     * @return the line
     * @throws StartupException if the JVM ended or the time passed without it; the message ends with the end of the log
     */
    public String awaitReady(Duration limit) {
        return awaitLine(command.readyPrefix(), limit);
    }

    /**
     * Waits for a line on standard output, which may have come before; the last 1,000 are kept.
     *
     * @return the first such line
     * @throws StartupException if the JVM ended or the time passed without it; the message ends with the end of the log
     */
    public String awaitLine(String prefix, Duration limit) {
        return Waiting.on(() -> output.await(prefix, limit))
                .orElseThrow(() -> new StartupException(command.name() + " did not print \"" + prefix + "\" "
                        + within(limit) + ". Log " + command.log() + " ends with:\n" + logTail()));
    }

    /** The id of its process. */
    public long pid() {
        return process.pid();
    }

    /** The file its output goes to. */
    public Path log() {
        return command.log();
    }

    /** Whether it has not ended; a frozen one is alive. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its exit code, 128 plus the signal if one ended it; empty while it is alive. */
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Waits until it has ended by itself; whether it did within the time. */
    public boolean awaitExit(Duration limit) {
        return Waiting.on(() -> process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Ends it with SIGKILL, frozen or not, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        if (!awaitExit(SIGNAL)) {
            throw new IllegalStateException(command.name() + ", process " + pid() + ", outlived SIGKILL");
        }
    }

    /** Stops it with SIGSTOP and returns when none of its threads runs any more. */
    public void freeze() {
        Signals.freeze(process, SIGNAL);
    }

    /** Lets it run on with SIGCONT. */
    public void thaw() {
        Signals.thaw(process, SIGNAL);
    }

    /** Ends it in order: it sees its parent gone and runs its shutdown hooks. By force after 15 seconds. */
    public void stop() {
        if (process.isAlive()) {
            thaw();
            closeInput();
        }
        if (!awaitExit(ORDERLY)) {
            kill();
        }
    }

    /** The same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    /** The output ends a moment before the process does. */
    private String within(Duration limit) {
        boolean ended = output.hasEnded() && awaitExit(SIGNAL);
        return ended ? "and ended with exit code " + process.exitValue() : "within " + limit.toSeconds() + " s";
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException("Standard input of " + command.name() + " not closed", e);
        }
    }

    private String logTail() {
        try {
            List<String> lines = new String(Files.readAllBytes(command.log()), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
