package dev.interlock.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real Kafka broker inside this JVM, which a fatal fault of the broker does not end. Use {@link BrokerProcess} for one
 * that can be killed.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final int TRIES = 5;

    private final BrokerSettings settings;
    private final KraftServer server;
    private final boolean temporary;
    private boolean closed;

    private EmbeddedBroker(BrokerSettings settings, KraftServer server, boolean temporary) {
        this.settings = settings;
        this.server = server;
        this.temporary = temporary;
    }

    /** Starts a broker on free ports with empty data, which is deleted on {@link #close}. */
    public static EmbeddedBroker start() {
        try {
            return start(Files.createTempDirectory("interlock-broker-"), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a broker on free ports.
     *
     * @param data the data directory: new, empty, or one that a broker used before; it is kept on {@link #close}
     */
    public static EmbeddedBroker start(Path data) {
        return start(data, false);
    }

    /**
     * Starts a broker on given ports; its data is kept on {@link #close}.
     *
     * @throws StartupException if a port is taken or the data cannot be used
     */
    public static EmbeddedBroker start(BrokerSettings settings) {
        return new EmbeddedBroker(settings, KraftServer.start(settings), false);
    }

    private static EmbeddedBroker start(Path data, boolean temporary) {
        for (int tries = 1; ; tries++) {
            BrokerSettings settings = BrokerSettings.onFreePorts(data);
            try {
                return new EmbeddedBroker(settings, KraftServer.start(settings), temporary);
            } catch (StartupException e) {
                if (tries == TRIES || !KraftServer.portTaken(e)) {
                    throw e;
                }
            }
        }
    }

    /** Host and port for clients. */
    public String bootstrapServers() {
        return settings.bootstrapServers();
    }

    /** Where it keeps its data. */
    public Path data() {
        return settings.data();
    }

    /** Stops the broker in order. A second call does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        server.stop();
        if (temporary) {
            delete(settings.data());
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> walk = Files.walk(directory)) {
            List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Broker data not deleted: " + directory, e);
        }
    }
}
