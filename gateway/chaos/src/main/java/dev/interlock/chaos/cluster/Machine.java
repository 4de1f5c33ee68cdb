package dev.interlock.chaos.cluster;

import dev.interlock.broker.ChildJvm;
import dev.interlock.broker.JvmCommand;
import java.time.Duration;

/** A process of a cluster. Its output is kept beside its configuration. */
public final class Machine implements Killable, AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(120);

    private final JvmCommand command;
    private ChildJvm process;

    private Machine(JvmCommand command) {
        this.command = command;
    }

    /** Starts it; it gets ready in its own time. */
    static Machine launch(JvmCommand command) {
        Machine machine = new Machine(command);
        machine.restart();
        return machine;
    }

    @Override
    public void restart() {
        process = ChildJvm.start(command);
    }

    /** Waits until it is ready. */
    public Machine awaitReady() {
        process.awaitReady(START_LIMIT);
        return this;
    }

    /** The id of its process; another after a restart. */
    public long pid() {
        return process.pid();
    }

    /** Waits until it has ended by itself; whether it did within the time. */
    public boolean awaitExit(Duration limit) {
        return process.awaitExit(limit);
    }

    /** The line by which it said that it is ready. */
    String ready() {
        return process.awaitReady(START_LIMIT);
    }

    /**
     * Waits for a line on its standard output, which may have come before.
     *
     * @throws dev.interlock.broker.StartupException if it ended, or the time passed, without it
     */
    public String awaitLine(String prefix, Duration limit) {
        return process.awaitLine(prefix, limit);
    }

    @Override
    public void kill() {
        process.kill();
    }

    /** Ends it in order, and returns when it is gone. */
    public void stop() {
        process.stop();
    }

    @Override
    public void freeze() {
        process.freeze();
    }

    @Override
    public void thaw() {
        process.thaw();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
