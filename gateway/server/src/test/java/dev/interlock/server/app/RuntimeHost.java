package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.Awaitility;

/**
 * Runtimes of agents behind one HTTP server, each under a path of its own. It checks signatures as a receiver would, with
 * nothing of the sender's code.
 */
final class RuntimeHost implements AutoCloseable {
    /** What is shared with the sender. */
    static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** What a runtime does with its nth request, from 1. */
    interface Behaviour {
        void answer(HttpExchange exchange, int number) throws IOException, InterruptedException;
    }

    /** A request that was correctly signed. */
    record Received(String path, String id, String type, String body) {}

    RuntimeHost() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    /** The address of a runtime. */
    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** An address where nobody listens. */
    static String nowhere() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }
    }

    RuntimeHost with(String path, Behaviour behaviour) {
        behaviours.put(path, behaviour);
        return this;
    }

    /** Answers with a status and a body. */
    static Behaviour answering(int status, String body) {
        return (exchange, number) -> send(exchange, status, body);
    }

    /** Answers when told to. */
    static Behaviour answeringAfter(CountDownLatch latch) {
        return (exchange, number) -> {
            latch.await();
            send(exchange, 200, "{}");
        };
    }

    static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** What was received under a path. */
    List<Received> received(String path) {
        return received.stream().filter(request -> request.path().equals(path)).toList();
    }

    /** The same, once there are so many. */
    List<Received> await(String path, int count) {
        Awaitility.await(count + " requests to " + path)
                .atMost(Bench.PATIENCE)
                .until(() -> received(path).size() >= count);
        return received(path);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (!isSigned(exchange, body)) {
                send(exchange, 401, "");
                return;
            }
            received.add(new Received(
                    path,
                    header(exchange, "webhook-id"),
                    header(exchange, "content-type"),
                    new String(body, StandardCharsets.UTF_8)));
            behaviours.get(path).answer(exchange, received(path).size());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isSigned(HttpExchange exchange, byte[] body) {
        long at = Long.parseLong(header(exchange, "webhook-timestamp"));
        assertThat(exchange.getRequestMethod()).isEqualTo("POST");
        String message = header(exchange, "webhook-id") + "." + at + "." + new String(body, StandardCharsets.UTF_8);
        String expected = "v1," + Base64.getEncoder().encodeToString(hmac(message.getBytes(StandardCharsets.UTF_8)));
        boolean recent =
                Duration.between(Instant.ofEpochSecond(at), Instant.now()).abs().compareTo(TOLERANCE) < 0;
        return recent
                && MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8),
                        header(exchange, "webhook-signature").getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] hmac(byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring(6)), "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
