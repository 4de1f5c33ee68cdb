package dev.interlock.chaos.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The outside world: what the tools of the workers call. It counts every effect and refuses none, so that a double one is
 * seen. A test can make it hold a call, and so knows that a worker is in the middle of it.
 */
public final class Receiver implements AutoCloseable {
    /** How the names of calls begin that only look: {@code look:<run>.<proposal>}. A write is called by its operation. */
    public static final String LOOKS = "look:";

    /** How names begin that count the tries of one call, not its effects. */
    static final String TRIES = "tries:";

    private static final Duration LONGEST_HOLD = Duration.ofMinutes(2);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Map<String, List<String>> calls = new ConcurrentHashMap<>();
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
            receiver.server.createContext("/", receiver::serve);
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
        return calls.entrySet().stream()
                .filter(call ->
                        !call.getKey().startsWith(TRIES) && call.getValue().size() > 1)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, call -> List.copyOf(call.getValue()), (one, other) -> one, TreeMap::new));
    }

    /** The writes whose effect happened more than once, with the dispatches that caused it. */
    public Map<String, List<String>> doubledWrites() {
        Map<String, List<String>> writes = doubled();
        writes.keySet().removeIf(name -> name.startsWith(LOOKS));
        return writes;
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
    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("\n");
            List<String> earlier = calls.computeIfAbsent(body[0], key -> new CopyOnWriteArrayList<>());
            earlier.add(body[1]);
            byte[] count = Integer.toString(earlier.size()).getBytes(StandardCharsets.UTF_8);
            awaitRelease(body[0]);
            exchange.sendResponseHeaders(200, count.length);
            exchange.getResponseBody().write(count);
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
