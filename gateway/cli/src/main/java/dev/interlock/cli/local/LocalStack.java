package dev.interlock.cli.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.broker.BrokerProcess;
import dev.interlock.broker.ChildJvm;
import dev.interlock.broker.JvmCommand;
import dev.interlock.server.app.GatewayMain;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.TopicAdmin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A broker, a gateway and workers on this machine, each in a process of its own. Closing it ends them all. */
public final class LocalStack implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final Duration WATCH = Duration.ofSeconds(1);
    private static final List<String> GATEWAY_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Path directory;
    private final Progress progress;
    private BrokerProcess broker;
    private JvmCommand gatewayCommand;
    private ChildJvm gateway;
    private Workers workers;

    /** A stack that keeps its files and logs in a directory; nothing is started yet. */
    public LocalStack(Path directory, Progress progress) {
        this.directory = directory;
        this.progress = progress;
    }

    /**
     * Starts the broker and creates the topics.
     *
     * @param start starts the broker
     * @param rules the policies of the gateway's configuration
     */
    public void startBroker(Supplier<BrokerProcess> start, ObjectNode rules) {
        progress.say("starting a Kafka broker (KRaft) in a process of its own");
        broker = start.get();
        Path file = GatewayFile.write(directory, broker.bootstrapServers(), rules);
        gatewayCommand = new JvmCommand(
                "gateway",
                GatewayMain.class.getName(),
                List.of("--config", file.toString()),
                GATEWAY_JVM,
                directory.resolve("gateway.log"),
                GatewayMain.READY);
        GatewayConfig config = ConfigReader.read(file);
        progress.say("creating the topics on " + broker.bootstrapServers());
        try (TopicAdmin topics = TopicAdmin.connect(config.cluster(), config.topics())) {
            topics.create();
        }
    }

    /**
     * Starts the gateway and workers, and returns when all are ready.
     *
     * @param commands what the workers' JVMs run
     */
    public void startGateway(List<JvmCommand> commands) {
        progress.say("starting the gateway and " + commands.size() + (commands.size() == 1 ? " worker" : " workers")
                + ", each in a process of its own");
        gateway = ChildJvm.start(gatewayCommand);
        workers = Workers.start(commands);
        gateway.awaitReady(START_LIMIT);
        workers.awaitReady(START_LIMIT);
    }

    /** From now on a worker that ends is started again. */
    public void superviseWorkers() {
        workers.supervise();
    }

    /** Kills the gateway with SIGKILL, starts it again and returns when it decides. */
    public void restartGateway() {
        progress.say("killing the gateway (SIGKILL) and starting it again");
        gateway.kill();
        gateway = ChildJvm.start(gatewayCommand);
        gateway.awaitReady(START_LIMIT);
    }

    /**
     * Waits until one of the processes has ended, which none should by itself.
     *
     * @return which one and where its log is
     */
    public String awaitFault() {
        while (!gateway.awaitExit(WATCH)) {
            if (!broker.isAlive()) {
                return "The broker has ended. Log: " + broker.log();
            }
            Optional<ChildJvm> worker = workers.ended();
            if (worker.isPresent()) {
                return "A worker has ended. Log: " + worker.get().log();
            }
        }
        return "The gateway has ended. Log: " + gateway.log();
    }

    /** Where clients reach the broker. */
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** Ends the gateway first, the broker last. */
    @Override
    public void close() {
        if (gateway != null) {
            gateway.close();
        }
        if (workers != null) {
            workers.close();
        }
        if (broker != null) {
            broker.close();
        }
    }
}
