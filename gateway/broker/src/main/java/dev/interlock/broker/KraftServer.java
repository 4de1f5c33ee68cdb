package dev.interlock.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only class that touches the insides of Kafka's broker, which are no public interface: one running server. */
final class KraftServer {
    private static final Logger LOG = LoggerFactory.getLogger(KraftServer.class);

    private final KafkaRaftServer server;

    private KraftServer(KafkaRaftServer server) {
        this.server = server;
    }

    /**
     * Formats the data directory if it is new, starts broker and controller, and returns when clients are served. From
     * then on a fatal fault in Kafka no longer ends this JVM, until {@link #letFaultsEndTheJvm}.
     *
     * @throws StartupException if a port is taken (see {@link #portTaken}) or the data cannot be used
     */
    static KraftServer start(BrokerSettings settings) {
        // A failed start leaves threads of Kafka behind that report faults later, so this is not undone here.
        Exit.setExitProcedure(KraftServer::refuseToExit);
        Exit.setHaltProcedure(KraftServer::refuseToExit);
        KafkaRaftServer server = null;
        try {
            format(settings.data());
            server = new KafkaRaftServer(new KafkaConfig(KraftConfig.of(settings), false), Time.SYSTEM);
            server.startup();
            return new KraftServer(server);
        } catch (Exception e) {
            throw notStarted(settings, server, e);
        }
    }

    /** Gives Kafka back its own behaviour: a fatal fault ends the JVM. */
    static void letFaultsEndTheJvm() {
        Exit.resetExitProcedure();
        Exit.resetHaltProcedure();
    }

    /** Whether a start failed only because another process listens on one of its ports. */
    static boolean portTaken(Throwable failure) {
        return Stream.iterate(failure, t -> t != null, Throwable::getCause).anyMatch(BindException.class::isInstance);
    }

    /** Stops in order and returns when everything is written and closed. */
    void stop() {
        stop(server);
    }

    /** Kafka throws or logs the fault itself; returning here lets a failed start throw its cause. */
    private static void refuseToExit(int code, String message) {
        LOG.error("Kafka asked to end this JVM with code {}: {}", code, message);
    }

    private static void stop(KafkaRaftServer server) {
        server.shutdown();
        server.awaitShutdown();
    }

    private static StartupException notStarted(BrokerSettings settings, KafkaRaftServer server, Exception cause) {
        StartupException failure = new StartupException("No broker with " + settings + ": " + cause, cause);
        if (server != null) {
            try {
                stop(server);
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        return failure;
    }

    private static void format(Path data) throws Exception {
        Files.createDirectories(data);
        if (Files.exists(data.resolve("meta.properties"))) {
            return;
        }
        requireEmpty(data);
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(KraftConfig.NODE_ID)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setControllerListenerName(KraftConfig.CONTROLLER)
                .setMetadataLogDirectory(data.toString())
                .setDirectories(List.of(data.toString()))
                .run();
    }

    private static void requireEmpty(Path data) throws IOException {
        try (Stream<Path> entries = Files.list(data)) {
            if (entries.findAny().isPresent()) {
                throw new StartupException("data must be empty or a broker's data directory, was " + data);
            }
        }
    }
}
