package dev.interlock.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    /** Prints its arguments and a ready line, then stays. */
    public static final class Staying {
        public static void main(String[] args) throws InterruptedException {
            System.out.println("args " + String.join(",", args));
            System.out.println("READY");
            new CountDownLatch(1).await();
        }
    }

    /** Fails at once. */
    public static final class Failing {
        public static void main(String[] args) {
            System.err.println("no colours left");
            System.exit(7);
        }
    }

    /** Starts a {@link Staying} of its own and tells its process id. */
    public static final class Parent {
        public static void main(String[] args) throws InterruptedException {
            ChildJvm child = ChildJvm.start(command(Staying.class, Path.of(args[0])));
            child.awaitReady(LIMIT);
            System.out.println("READY " + child.pid());
            new CountDownLatch(1).await();
        }
    }

    @Test
    void kill_endsItWithSigkill() {
        try (ChildJvm child = ChildJvm.start(command(Staying.class, log()).withArguments(List.of("a b", "")))) {
            assertThat(child.awaitReady(LIMIT)).isEqualTo("READY");
            assertThat(child.awaitLine("args", LIMIT)).isEqualTo("args a b,");
            assertThat(child.exitCode()).isEmpty();

            child.kill();
            assertThat(child.exitCode()).hasValue(137);
        }
    }

    @Test
    void stop_ofAFrozenOne_endsItInOrder() {
        ChildJvm child = ChildJvm.start(command(Staying.class, log()));
        child.awaitReady(LIMIT);
        child.freeze();

        child.stop();
        assertThat(child.exitCode()).hasValue(0);
    }

    @Test
    void awaitReady_ofOneThatFails_saysWhy() {
        try (ChildJvm child = ChildJvm.start(command(Failing.class, log()))) {
            assertThatThrownBy(() -> child.awaitReady(LIMIT))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("exit code 7")
                    .hasMessageContaining("no colours left");
        }
    }

    @Test
    void kill_ofTheParent_endsItsChild() throws Exception {
        try (ChildJvm parent = ChildJvm.start(command(Parent.class, log())
                .withArguments(List.of(directory.resolve("grandchild.log").toString())))) {
            long pid = Long.parseLong(parent.awaitReady(LIMIT).substring("READY ".length()));
            ProcessHandle grandchild = ProcessHandle.of(pid).orElseThrow();

            parent.kill();
            grandchild.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private Path log() {
        return directory.resolve("child.log");
    }

    private static JvmCommand command(Class<?> main, Path log) {
        return new JvmCommand("child", main.getName(), List.of(), List.of("-Xmx32m"), log, "READY");
    }
}
