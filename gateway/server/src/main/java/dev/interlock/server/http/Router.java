package dev.interlock.server.http;

import dev.interlock.server.access.Access;
import dev.interlock.server.access.Caller;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * Finds the route a request is for, and has it answered. What may block runs on few threads with a short queue: when they
 * are all taken, a request is told to come again, and whether the gateway lives is answered all the same.
 */
final class Router extends Handler.Abstract.NonBlocking {
    /** The largest body, in bytes: a proposal with the largest arguments, and room for how they are written. */
    static final int MOST_BYTES = 512 * 1024;

    private static final int THREADS = 8;
    private static final int WAITING = 64;
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final List<Route> routes;
    private final Gate gate;
    private final ThreadPoolExecutor pool;

    Router(List<Route> routes, Optional<Access> access) {
        this.routes = List.copyOf(routes);
        this.gate = new Gate(access);
        AtomicInteger number = new AtomicInteger();
        this.pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                task -> Thread.ofPlatform()
                        .daemon()
                        .name("http-api-" + number.incrementAndGet())
                        .unstarted(task));
        pool.allowCoreThreadTimeOut(true);
    }

    /** A route that a request is for, with the parameters in its path. */
    private record Found(Route route, Map<String, String> path) {}

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange exchange = new Exchange(request, response, callback);
        exchange.attempt(() -> {
            Found found = find(request);
            if (found.route().isOpen()) {
                exchange.answer(handle(found, gate.admit(found.route(), Optional.empty()), request, new byte[0]));
            } else {
                later(exchange, () -> admit(found, request, exchange));
            }
        });
        return true;
    }

    private Found find(Request request) {
        String path = request.getHttpURI().getPath();
        Map<String, Found> byMethod = new LinkedHashMap<>();
        for (Route route : routes) {
            route.path()
                    .match(path)
                    .ifPresent(parameters -> byMethod.putIfAbsent(route.method().name(), new Found(route, parameters)));
        }
        if (byMethod.isEmpty()) {
            throw Problem.notFound("There is nothing under this path. There is " + known() + ".")
                    .exception();
        }
        Found found = byMethod.get(Exchange.isHead(request) ? Method.GET.name() : request.getMethod());
        if (found == null) {
            throw refused(byMethod.keySet());
        }
        return found;
    }

    private static ProblemException refused(Set<String> methods) {
        String allowed = methods.stream()
                .map(method -> method.equals(Method.GET.name()) ? "GET, HEAD" : method)
                .collect(Collectors.joining(", "));
        return Problem.of(405, "Method not allowed", "This is only for " + allowed + ".")
                .with("Allow", allowed)
                .exception();
    }

    private String known() {
        return routes.stream()
                .map(route -> route.path().text())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private void admit(Found found, Request request, Exchange exchange) {
        // Asked first: who may not ask is told nothing else, and nothing of theirs is read.
        Caller caller = gate.admit(found.route(), exchange.header(HttpHeader.AUTHORIZATION));
        Set<String> taken = found.route().form().takes();
        if (taken.isEmpty()) {
            exchange.answer(handle(found, caller, request, new byte[0]));
            return;
        }
        String type = exchange.header(HttpHeader.CONTENT_TYPE).orElse("none");
        if (!taken.contains(MediaTypes.bare(type))) {
            throw Problem.of(415, "Unsupported media type", "The body must be " + String.join(" or ", taken) + ".")
                    .with("Accept-Post", String.join(", ", taken))
                    .exception();
        }
        if (request.getLength() > MOST_BYTES) {
            throw Body.tooLarge(MOST_BYTES).exception();
        }
        Body.of(request, MOST_BYTES)
                .whenComplete((body, fault) -> exchange.attempt(() -> {
                    if (fault != null) {
                        throw (ProblemException) fault;
                    }
                    later(exchange, () -> exchange.answer(handle(found, caller, request, body)));
                }));
    }

    private void later(Exchange exchange, Runnable work) {
        try {
            pool.execute(() -> exchange.attempt(work));
        } catch (RejectedExecutionException e) {
            throw Problem.unavailable("The gateway answers as many requests as it can: come again.", 1)
                    .exception(e);
        }
    }

    private static Reply handle(Found found, Caller caller, Request request, byte[] body) {
        Route route = found.route();
        Optional<String> accept = Optional.ofNullable(request.getHeaders().get(HttpHeader.ACCEPT));
        Set<String> gives = route.form().gives();
        if (!gives.isEmpty() && gives.stream().noneMatch(type -> MediaTypes.accepts(accept, type))) {
            throw Problem.of(406, "Not acceptable", "This is given as " + String.join(" or ", gives) + " alone.")
                    .exception();
        }
        return route.handler()
                .handle(new Asked(caller, found.path(), query(route, request), request.getHeaders()::get, body));
    }

    private static Map<String, String> query(Route route, Request request) {
        Map<String, String> query = new LinkedHashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            if (!route.form().parameters().contains(field.getName())) {
                String known = route.form().parameters().stream().sorted().collect(Collectors.joining(", "));
                throw Problem.invalid(field.getName(), "is no parameter here; there is " + known, field.getValue())
                        .exception();
            }
            if (field.hasMultipleValues()) {
                throw Problem.invalid(
                                field.getName(),
                                "must be there once",
                                field.getValues().toString())
                        .exception();
            }
            query.put(field.getName(), field.getValue());
        }
        return query;
    }

    @Override
    protected void doStop() throws Exception {
        pool.shutdownNow();
        super.doStop();
    }
}
