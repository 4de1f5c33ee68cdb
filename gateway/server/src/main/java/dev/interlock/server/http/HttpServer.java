package dev.interlock.server.http;

import dev.interlock.server.access.Access;
import dev.interlock.server.config.HttpSettings;
import dev.interlock.server.stream.GatewayStreams.Condition;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP side of a gateway. It holds a bounded number of connections, each of a bounded header, and cuts off who lets it
 * wait: whatever is sent to it, deciding goes on.
 */
public final class HttpServer implements AutoCloseable {
    /** A gateway is asked by a few who look after it; agents speak Kafka. */
    static final int MOST_CONNECTIONS = 256;

    private static final int THREADS = 8;
    private static final int HEADER_BYTES = 8 * 1024;
    private static final Duration CLOSING = Duration.ofSeconds(2);

    /** An id in a path may have a slash or a percent sign; a route never takes a part of a path apart again. */
    private static final UriCompliance IDS_IN_PATHS = UriCompliance.DEFAULT.with(
            "ids", UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR, UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING);

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private final Server server;
    private final ServerConnector connector;

    private HttpServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Begins to answer.
     *
     * @param settings where, and how long it waits for whoever sends nothing
     * @param condition where the gateway stands
     * @param registry where it counts
     * @param routes what is answered beside whether it lives, whether it decides and what it counts
     * @throws HttpException when it cannot listen there, or cannot know who asks as configured
     */
    public static HttpServer start(
            HttpSettings settings, Supplier<Condition> condition, MeterRegistry registry, List<Route> routes) {
        Router router = new Router(withOpen(routes, condition, registry), access(settings));
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("http");
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.idle().toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
        server.setHandler(router);
        server.setErrorHandler(new Problems());
        server.setStopTimeout(CLOSING.toMillis());
        HttpServer started = new HttpServer(server, connector);
        started.start(settings);
        return started;
    }

    private static List<Route> withOpen(List<Route> routes, Supplier<Condition> condition, MeterRegistry registry) {
        Health health = new Health(condition);
        Scrape scrape = new Scrape(registry);
        List<Route> all = new ArrayList<>(List.of(
                Route.open("/health", asked -> health.live()),
                Route.open("/ready", asked -> health.ready()),
                Route.open("/metrics", asked -> scrape.get(asked.header("Accept")))));
        all.addAll(routes);
        return all;
    }

    private static Optional<Access> access(HttpSettings settings) {
        try {
            return settings.access().map(Access::of);
        } catch (IllegalArgumentException e) {
            throw HttpException.of(e);
        }
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setRequestHeaderSize(HEADER_BYTES);
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(false);
        configuration.setUriCompliance(IDS_IN_PATHS);
        return configuration;
    }

    private void start(HttpSettings settings) {
        try {
            server.start();
        } catch (IOException e) {
            throw HttpException.of(settings, e);
        } catch (Exception e) {
            throw new IllegalStateException("The HTTP server does not start", e);
        }
    }

    /** Where it listens; the port is the real one, also where any free one was asked for. */
    public URI address() {
        return URI.create("http://" + connector.getHost() + ":" + connector.getLocalPort());
    }

    /** Ends; a request that is being answered has two seconds. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (TimeoutException e) {
            LOG.info("Requests that were still being answered were cut off");
        } catch (Exception e) {
            throw new IllegalStateException("The HTTP server does not stop", e);
        }
    }
}
