package dev.interlock.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A real Kafka broker in a JVM of its own, which can be killed, frozen and started again on the same data and ports.
 * Not for several threads at once.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final int TRIES = 5;
    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    private final BrokerSettings settings;
    private final JvmCommand command;
    private ChildJvm child;

    private BrokerProcess(BrokerSettings settings, Path log) {
        this.settings = settings;
        this.command = new JvmCommand(
                "broker", BrokerMain.class.getName(), arguments(settings), List.of(), log, BrokerMain.READY);
    }

    /** Starts a broker on free ports, with its data in {@code directory/data} and its log beside that. */
    public static BrokerProcess start(Path directory) {
        for (int tries = 1; ; tries++) {
            BrokerSettings settings = BrokerSettings.onFreePorts(directory.resolve("data"));
            BrokerProcess broker = new BrokerProcess(settings, directory.resolve("broker.log"));
            try {
                broker.launch();
                return broker;
            } catch (StartupException e) {
                boolean portTaken = broker.child.exitCode().equals(OptionalInt.of(BrokerMain.PORT_TAKEN));
                broker.close();
                if (tries == TRIES || !portTaken) {
                    throw e;
                }
            }
        }
    }

    /**
     * Starts a broker on given ports and returns when it answers.
     *
     * @param log the file that its output is appended to
     * @throws StartupException if it does not come up within 90 seconds, for example because a port is taken
     */
    public static BrokerProcess start(BrokerSettings settings, Path log) {
        BrokerProcess broker = new BrokerProcess(settings, log);
        try {
            broker.launch();
            return broker;
        } catch (StartupException e) {
            broker.close();
            throw e;
        }
    }

    /** Host and port for clients; a restart does not change them. */
    public String bootstrapServers() {
        return settings.bootstrapServers();
    }

    /** The id of the current process. */
    public long pid() {
        return child.pid();
    }

    /** The file its output goes to. */
    public Path log() {
        return command.log();
    }

    /** Whether the process has not ended; a frozen one is alive. */
    public boolean isAlive() {
        return child.isAlive();
    }

    /** Ends the process with SIGKILL and returns when it is gone. */
    public void kill() {
        child.kill();
    }

    /** Stops the process with SIGSTOP: its connections stay open and nothing answers. */
    public void freeze() {
        child.freeze();
    }

    /** Lets a frozen process run on. */
    public void thaw() {
        child.thaw();
    }

    /** Starts the broker again on the same data and ports, after an orderly stop if it was alive. */
    public void restart() {
        child.stop();
        launch();
    }

    /** Stops the process in order and returns when it is gone. */
    @Override
    public void close() {
        child.close();
    }

    private void launch() {
        child = ChildJvm.start(command);
        child.awaitReady(START_LIMIT);
        awaitAnswer();
    }

    private void awaitAnswer() {
        Map<String, Object> config = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        try (Admin admin = Admin.create(config)) {
            admin.describeCluster().nodes().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartupException("The broker on " + bootstrapServers() + " does not answer. Log: " + log(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartupException("Interrupted while waiting for the broker on " + bootstrapServers(), e);
        }
    }

    private static List<String> arguments(BrokerSettings settings) {
        return List.of(
                "--port", Integer.toString(settings.port()),
                "--controller-port", Integer.toString(settings.controllerPort()),
                "--data", settings.data().toAbsolutePath().toString());
    }
}
