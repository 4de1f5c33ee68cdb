package dev.interlock.broker;

import java.nio.file.Path;

/**
 * Where one broker listens and keeps its data. The ports are on the loopback address.
 *
 * @param port for clients, 1 to 65535
 * @param controllerPort for the broker's own controller, 1 to 65535, another one
 * @param data the data directory; created if missing, and what it holds is kept
 */
public record BrokerSettings(int port, int controllerPort, Path data) {
    static final String HOST = "127.0.0.1";

    public BrokerSettings {
        checkPort("port", port);
        checkPort("controllerPort", controllerPort);
        if (port == controllerPort) {
            throw new IllegalArgumentException("controllerPort must differ from port, both are " + port);
        }
    }

    /** Settings with two ports that were free a moment ago. */
    public static BrokerSettings onFreePorts(Path data) {
        int port = FreePorts.next();
        return new BrokerSettings(port, FreePorts.next(), data);
    }

    /** Host and port for clients. */
    public String bootstrapServers() {
        return HOST + ":" + port;
    }

    private static void checkPort(String name, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(name + " must be 1 to 65535, was " + port);
        }
    }
}
