package dev.interlock.chaos.cluster;

import dev.interlock.broker.ChildJvm;
import dev.interlock.broker.JvmCommand;
import java.time.Duration;

/** A process of a test that can be killed, frozen and started again. Its output is kept beside its configuration. */
public final class Machine implements AutoCloseable {
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

    /** Starts it again, as it was started. */
    public void restart() {
        process = ChildJvm.start(command);
    }

    /** Waits until it is ready. */
    public Machine awaitReady() {
        process.awaitReady(START_LIMIT);
        return this;
    }

    /** Ends it with SIGKILL, and returns when it is gone. */
    public void kill() {
        process.kill();
    }

    /** Ends it in order, and returns when it is gone. */
    public void stop() {
        process.stop();
    }

    /** Stops all its threads with SIGSTOP. */
    public void freeze() {
        process.freeze();
    }

    /** Lets it run on. */
    public void thaw() {
        process.thaw();
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
