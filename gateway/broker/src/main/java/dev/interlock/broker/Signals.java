package dev.interlock.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Stopping and continuing another process, which Java cannot do by itself. */
final class Signals {
    private static final long POLL_MILLIS = 2;

    /** A frozen process cannot see that its parent is gone, so it is killed when this JVM ends. */
    private static final Set<Process> FROZEN = ConcurrentHashMap.newKeySet();

    private static boolean watched;

    private Signals() {}

    /** Sends SIGSTOP and returns when no thread of the process runs. */
    static void freeze(Process process, Duration limit) {
        watch(process);
        send("STOP", process, limit);
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isStopped(process)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("Process " + process.pid() + " still runs after SIGSTOP");
            }
            Waiting.on(() -> process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS));
        }
    }

    /** Sends SIGCONT, which does nothing to a process that runs. */
    static void thaw(Process process, Duration limit) {
        send("CONT", process, limit);
        FROZEN.remove(process);
    }

    /** The hook is set with the first: a JVM that is ending takes no hooks, and may still thaw what it stops. */
    private static synchronized void watch(Process process) {
        if (!watched) {
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> FROZEN.forEach(Process::destroyForcibly), "kill-frozen-children"));
            watched = true;
        }
        FROZEN.add(process);
        process.onExit().thenAccept(FROZEN::remove);
    }

    private static void send(String signal, Process process, Duration limit) {
        if (!process.isAlive()) {
            throw new IllegalStateException("Process " + process.pid() + " has ended, no SIG" + signal + " sent");
        }
        try {
            // The shell has kill built in; a kill program of its own may be missing.
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            boolean ended = Waiting.on(() -> kill.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS));
            if (!ended || kill.exitValue() != 0) {
                throw new IllegalStateException("SIG" + signal + " could not be sent to process " + process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("SIG" + signal + " could not be sent to process " + process.pid(), e);
        }
    }

    /** Linux tells the state of each thread; elsewhere the signal itself has to be enough. */
    private static boolean isStopped(Process process) {
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        if (!Files.isDirectory(tasks)) {
            return true;
        }
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                if (state(thread) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException threadEnded) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The field behind the name, which stands in brackets and may contain anything. */
    private static char state(Path thread) throws IOException {
        String stat = Files.readString(thread.resolve("stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
