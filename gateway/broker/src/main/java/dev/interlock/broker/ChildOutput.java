package dev.interlock.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The last lines that one child JVM wrote to standard output. All of them also go to its log. */
final class ChildOutput {
    private static final int KEPT = 1_000;

    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> lines = new ArrayDeque<>();
    private boolean ended;

    /** Reads until the child closes its output. */
    void readFrom(Process process, Path log) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
                PrintStream copy = new PrintStream(
                        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                        true,
                        StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                copy.println(line);
                add(line);
            }
        } catch (IOException e) {
            add("Output of the child cannot be read: " + e);
        } finally {
            end();
        }
    }

    /**
     * The first kept line with this prefix, once there is one.
     *
     * @return empty if the output ended, or the time passed, without one
     */
    Optional<String> await(String prefix, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (true) {
                Optional<String> found =
                        lines.stream().filter(line -> line.startsWith(prefix)).findFirst();
                if (found.isPresent() || ended || left <= 0) {
                    return found;
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the child has closed its output. */
    boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void add(String line) {
        lock.lock();
        try {
            if (lines.size() == KEPT) {
                lines.removeFirst();
            }
            lines.addLast(line);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
