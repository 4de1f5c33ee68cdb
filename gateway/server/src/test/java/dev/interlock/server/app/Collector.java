package dev.interlock.server.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes spans as a collector does. */
final class Collector implements AutoCloseable {
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    Collector() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    /** The line of a gateway's configuration that names it. */
    String yaml() {
        return "tracing: {otlp: 'http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces'}";
    }

    /** All that was sent, byte by byte: texts stand in it as they are. */
    String text() {
        return String.join("", bodies);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
