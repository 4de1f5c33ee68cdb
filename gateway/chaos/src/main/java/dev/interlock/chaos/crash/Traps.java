package dev.interlock.chaos.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Points at which a process is disturbed once. A trap is a file in a directory that several processes look into: named
 * after its point, it says what happens, and what the key of the record must contain. Whoever reaches the point first takes
 * the file, by a new name that tells its process.
 *
 * @param directory where traps are set; empty sets none
 */
public record Traps(Optional<Path> directory) {
    /** The setting that names the directory. */
    public static final String DIRECTORY = "interlock.chaos.traps";

    private static final String REACHED = ".reached.";
    private static final int KILLED = 137;
    private static final long LOOK_NANOS = 5_000_000;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);
    private static final Duration DURING = Duration.ofNanos(700_000);

    /** As a process is configured. */
    public static Traps of(Map<String, ?> settings) {
        return new Traps(Optional.ofNullable(settings.get(DIRECTORY))
                .map(String::valueOf)
                .map(Path::of));
    }

    /**
     * Sets one.
     *
     * @param broker the process that is killed where the action is that
     */
    public void set(String point, Action action, String key, long broker) throws IOException {
        Path file = directory.orElseThrow().resolve(name(point));
        Path writing = file.resolveSibling("writing");
        Files.writeString(writing, action.code() + "\n" + key + "\n" + broker);
        Files.move(writing, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The process that has reached a point; empty while none has. */
    public Optional<Long> taken(String point) {
        return file(point)
                .map(file -> file.getFileName().toString())
                .map(name -> Long.valueOf(name.substring(name.lastIndexOf('.') + 1)));
    }

    /** Lets whoever waits at a point go on, and forgets the trap, reached or not. */
    public void release(String point) throws IOException {
        Optional<Path> file = file(point);
        if (file.isPresent()) {
            Files.deleteIfExists(file.get());
        }
        Files.deleteIfExists(directory.orElseThrow().resolve(name(point)));
    }

    private Optional<Path> file(String point) {
        try (Stream<Path> files = Files.list(directory.orElseThrow())) {
            return files.filter(file -> file.getFileName().toString().startsWith(name(point) + REACHED))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that a record with this key has come to a point. Does not return if a trap kills the process. */
    public void reached(String point, String key) {
        take(point, key).ifPresent(Traps::act);
    }

    /** The same, but whatever happens comes a moment later, in the middle of what the caller does next. */
    void reachedDuring(String point, String key) {
        take(point, key)
                .ifPresent(taken -> Thread.ofPlatform().daemon().start(() -> {
                    LockSupport.parkNanos(DURING.toNanos());
                    act(taken);
                }));
    }

    /** What is to happen, and the file that says that it does. */
    private record Taken(Action action, long broker, Path file) {}

    private Optional<Taken> take(String point, String key) {
        if (directory.isEmpty()) {
            return Optional.empty();
        }
        Path file = directory.get().resolve(name(point));
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            String[] lines = Files.readString(file).split("\n");
            if (!key.contains(lines[1])) {
                return Optional.empty();
            }
            Path reached = file.resolveSibling(
                    name(point) + REACHED + ProcessHandle.current().pid());
            Files.move(file, reached, StandardCopyOption.ATOMIC_MOVE);
            return Optional.of(
                    new Taken(Action.valueOf(lines[0].toUpperCase(Locale.ROOT)), Long.parseLong(lines[2]), reached));
        } catch (NoSuchFileException takenByAnother) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void act(Taken taken) {
        switch (taken.action()) {
            case KILL -> Runtime.getRuntime().halt(KILLED);
            case FREEZE -> freeze();
            case BROKER -> killBroker(taken);
        }
    }

    /** Kills it here and now, and returns when somebody has started it again. */
    private static void killBroker(Taken taken) {
        ProcessHandle.of(taken.broker()).ifPresent(ProcessHandle::destroyForcibly);
        long began = System.nanoTime();
        while (Files.exists(taken.file()) && System.nanoTime() - began < LONGEST_WAIT.toNanos()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Returns when the process runs on: its child sees the end of the stop as its own end. */
    private static void freeze() {
        try {
            String command = "kill -STOP " + ProcessHandle.current().pid();
            new ProcessBuilder("/bin/sh", "-c", command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String name(String point) {
        return point.replace('/', '.');
    }
}
