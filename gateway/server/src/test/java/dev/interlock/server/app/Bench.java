package dev.interlock.server.app;

import dev.interlock.broker.EmbeddedBroker;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.TopicAdmin;
import dev.interlock.worker.Connection;
import dev.interlock.worker.Tool;
import dev.interlock.worker.Worker;
import dev.interlock.worker.agent.AgentClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/** One test's gateway on the broker that all tests of this JVM share, with topics and stores of its own. */
final class Bench implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final int PARTITIONS = 3;

    private static final EmbeddedBroker BROKER = EmbeddedBroker.start();
    private static final AtomicInteger BENCHES = new AtomicInteger();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close));
    }

    private final String prefix = "bench" + BENCHES.incrementAndGet() + ".";
    private final String extra;
    private final Path state = newDirectory();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private Gateway gateway;

    private Bench(String extra) {
        this.extra = extra;
        GatewayConfig config = config(state);
        try (TopicAdmin topics = TopicAdmin.connect(config.cluster(), config.topics())) {
            topics.create();
        }
    }

    /** Topics are there, the gateway is not started. */
    static Bench prepared(String... yaml) {
        return new Bench(String.join("\n", yaml));
    }

    /** The gateway decides. */
    static Bench running(String... yaml) throws InterruptedException {
        Bench bench = prepared(yaml);
        bench.start();
        return bench;
    }

    void start() throws InterruptedException {
        gateway = another(state);
    }

    /** A further gateway that shares the partitions. */
    Gateway another(Path directory) throws InterruptedException {
        Gateway started = Gateway.start(config(directory), InstantSource.system(), registry);
        if (!started.awaitRunning(PATIENCE)) {
            throw new IllegalStateException("Not running within " + PATIENCE + ": " + started.condition());
        }
        return started;
    }

    void stop() {
        gateway.close();
    }

    /** Workers of one tool, in a group of its name. */
    Bench with(String name, Tool tool) {
        Worker worker =
                Worker.builder(connection()).group(name).tool(name, tool).start();
        closing.push(worker::close);
        return this;
    }

    /** An agent's connection. */
    AgentClient agent() {
        AgentClient agent = AgentClient.open(connection());
        closing.push(agent::close);
        return agent;
    }

    Connection connection() {
        return Connection.to(BROKER.bootstrapServers()).withTopicPrefix(prefix);
    }

    MeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
        if (gateway != null) {
            gateway.close();
        }
    }

    static Path newDirectory() {
        try {
            return Files.createTempDirectory("interlock-gateway-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private GatewayConfig config(Path directory) {
        return ConfigReader.parse(
                """
                bootstrap_servers: %s
                topics: {prefix: %s, partitions: %d}
                stream: {application_id: %s, state_dir: %s}
                %s
                """.formatted(BROKER.bootstrapServers(), prefix, PARTITIONS, prefix + "gateway", directory, extra));
    }
}
