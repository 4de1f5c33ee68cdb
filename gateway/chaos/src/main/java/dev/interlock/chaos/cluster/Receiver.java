package dev.interlock.chaos.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.interlock.audit.witness.Effects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The outside world: what the tools of the workers call. It counts every effect, so that a double one is seen. It refuses
 * but one: of a dispatch it has said that it was not there, it lets nothing in afterwards. That is the one window the
 * gateway leaves to the receiver. Whoever holds a call knows that a worker is in the middle of it.
 */
public final class Receiver implements AutoCloseable {
    /** How the names of calls begin that only look: {@code look:<run>.<proposal>}. A write is called by its operation. */
    public static final String LOOKS = Effects.LOOKS;

    /** Where to ask what became of a write: a body is its operation and its dispatch. */
    static final String FIND = "find";

    /** Where to read all effects. */
    static final String EFFECTS = "effects";

    private static final int OK = 200;
    /** The status of a call that is refused. */
    static final int REFUSED = 409;

    private static final Duration LONGEST_HOLD = Duration.ofMinutes(2);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Map<String, List<String>> calls = new ConcurrentHashMap<>();
    private final Set<String> barred = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<String, CountDownLatch> holds = new ConcurrentHashMap<>();
    private final Set<String> held = ConcurrentHashMap.newKeySet();

    private Receiver(HttpServer server) {
        this.server = server;
    }

    /** Starts one on a free port. */
    static Receiver start() {
        try {
            InetAddress loopback = InetAddress.getByName("127.0.0.1");
            Receiver receiver = new Receiver(HttpServer.create(new InetSocketAddress(loopback, 0), 1_000));
            receiver.server.setExecutor(receiver.threads);
            receiver.server.createContext("/", receiver::take);
            receiver.server.createContext("/" + FIND, receiver::find);
            receiver.server.createContext("/" + EFFECTS, receiver::tell);
            receiver.server.start();
            return receiver;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** The dispatches that called under a name, in the order they came: an operation, or a call that only looks. */
    public List<String> calls(String name) {
        return List.copyOf(calls.getOrDefault(name, List.of()));
    }

    /** The calls that were made more than once, with the dispatches that made them. */
    public Map<String, List<String>> doubled() {
        return effects().doubled();
    }

    /** The writes whose effect happened more than once, with the dispatches that caused it. */
    public Map<String, List<String>> doubledWrites() {
        return effects().doubledWrites();
    }

    /** From now on the effect of this name is counted at once, but answered only after {@link #release}. */
    public void hold(String name) {
        holds.put(name, new CountDownLatch(1));
    }

    /** Whether a call under this name is being held. */
    public boolean isHolding(String name) {
        return held.contains(name);
    }

    /** Answers what was held. */
    public void release(String name) {
        holds.remove(name).countDown();
    }

    @Override
    public void close() {
        holds.values().forEach(CountDownLatch::countDown);
        server.stop(0);
        threads.shutdownNow();
    }

    /** A body is a name and the dispatch that calls under it; the answer is how often the name was called. */
    private void take(HttpExchange exchange) throws IOException {
        String[] body = body(exchange);
        int count = take(body[0], body[1]);
        awaitRelease(body[0]);
        answer(exchange, count == 0 ? REFUSED : OK, Integer.toString(count));
    }

    /** How often the name was called, this time included; 0 if the call is refused. */
    private synchronized int take(String name, String dispatch) {
        if (barred.contains(dispatch)) {
            refused.add(dispatch);
            return 0;
        }
        List<String> earlier = calls.computeIfAbsent(name, key -> new CopyOnWriteArrayList<>());
        earlier.add(dispatch);
        return earlier.size();
    }

    private void find(HttpExchange exchange) throws IOException {
        String[] body = body(exchange);
        answer(exchange, OK, find(body[0], body[1]));
    }

    /** The dispatch whose effect is there; empty if none is, and then that of the dispatch asked about never will be. */
    private synchronized String find(String operation, String dispatch) {
        List<String> effects = calls.getOrDefault(operation, List.of());
        if (effects.isEmpty()) {
            barred.add(dispatch);
        }
        return effects.isEmpty() ? "" : effects.getFirst();
    }

    private void tell(HttpExchange exchange) throws IOException {
        answer(exchange, OK, effects().text());
    }

    /** What it has seen so far. */
    public synchronized Effects effects() {
        return new Effects(calls, refused.size());
    }

    private static String[] body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("\n");
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private void awaitRelease(String name) {
        CountDownLatch hold = holds.get(name);
        if (hold == null) {
            return;
        }
        held.add(name);
        try {
            if (!hold.await(LONGEST_HOLD.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Nobody released " + name + " within " + LONGEST_HOLD);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            held.remove(name);
        }
    }
}
