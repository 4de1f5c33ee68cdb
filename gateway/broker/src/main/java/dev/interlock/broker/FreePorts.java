package dev.interlock.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports that nothing listens on. They lie below the ranges from which Linux and macOS take the local ports of outgoing
 * connections: otherwise a client that reconnects while its broker is down could connect to itself and keep the port.
 */
final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;

    /** Starts at a place of this process, so that processes started together seldom try the same port. */
    private static final AtomicInteger OFFSET =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % COUNT));

    private FreePorts() {}

    /** A port that was free a moment ago, never the same twice in a row. */
    static int next() {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + OFFSET.getAndUpdate(offset -> (offset + 1) % COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new StartupException("No free port from " + FIRST + " to " + (FIRST + COUNT - 1));
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(BrokerSettings.HOST), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
