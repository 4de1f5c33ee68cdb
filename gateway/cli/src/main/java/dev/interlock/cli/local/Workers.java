package dev.interlock.cli.local;

import dev.interlock.broker.ChildJvm;
import dev.interlock.broker.JvmCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** The worker processes of a stack. */
final class Workers implements AutoCloseable {
    private static final Duration WATCH = Duration.ofMillis(200);

    private final List<JvmCommand> commands;
    private final List<ChildJvm> running = new CopyOnWriteArrayList<>();
    private final List<Thread> supervisors = new ArrayList<>();
    private volatile boolean closing;

    private Workers(List<JvmCommand> commands) {
        this.commands = List.copyOf(commands);
    }

    /** Starts them and returns at once. */
    static Workers start(List<JvmCommand> commands) {
        Workers workers = new Workers(commands);
        workers.commands.forEach(command -> workers.running.add(ChildJvm.start(command)));
        return workers;
    }

    void awaitReady(Duration limit) {
        running.forEach(worker -> worker.awaitReady(limit));
    }

    /** From now on one that ends is started again, as a platform does it. */
    void supervise() {
        IntStream.range(0, commands.size())
                .forEach(i -> supervisors.add(Thread.ofVirtual().start(() -> keepUp(i))));
    }

    /** One that has ended, where one has. */
    Optional<ChildJvm> ended() {
        return running.stream().filter(worker -> !worker.isAlive()).findFirst();
    }

    private void keepUp(int i) {
        while (!closing) {
            if (running.get(i).awaitExit(WATCH) && !closing) {
                running.set(i, ChildJvm.start(commands.get(i)));
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        supervisors.forEach(Workers::join);
        running.forEach(ChildJvm::close);
    }

    private static void join(Thread supervisor) {
        try {
            supervisor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
