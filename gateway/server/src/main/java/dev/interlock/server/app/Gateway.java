package dev.interlock.server.app;

import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.config.HttpSettings;
import dev.interlock.server.control.TopicAdmin;
import dev.interlock.server.control.TopicProblem;
import dev.interlock.server.door.FrontDoor;
import dev.interlock.server.http.HttpException;
import dev.interlock.server.http.HttpServer;
import dev.interlock.server.http.Route;
import dev.interlock.server.runtime.RuntimeSender;
import dev.interlock.server.stream.GatewayStreams;
import dev.interlock.server.stream.GatewayStreams.Condition;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A running gateway. */
public final class Gateway implements AutoCloseable {
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final GatewayStreams streams;
    private final Optional<RuntimeSender> runtimes;
    private final Optional<FrontDoor> door;
    private final Optional<HttpServer> http;
    private volatile Condition condition = Condition.PREPARING;

    private Gateway(GatewayConfig config, InstantSource clock, MeterRegistry registry) {
        this.streams = GatewayStreams.of(config, clock, registry, this::note);
        this.runtimes = RuntimeSender.of(config, clock, registry);
        config.http().ifPresent(settings -> streams.measure(registry));
        // Where nobody is known, nobody may ask: nothing needs to be there for them.
        this.door = config.http().flatMap(HttpSettings::access).map(access -> FrontDoor.of(config, clock));
        this.http = config.http().map(settings -> HttpServer.start(settings, this::condition, registry, routes()));
    }

    /**
     * Checks the topics and starts deciding. It decides once it is {@link #awaitRunning ready}.
     *
     * @param config what it is configured with
     * @param clock the gateway's clock
     * @param registry where it counts
     * @throws TopicsException when a topic is missing or not as the contract says
     * @throws HttpException when it cannot listen where it is configured to
     */
    public static Gateway start(GatewayConfig config, InstantSource clock, MeterRegistry registry) {
        try (TopicAdmin topics = TopicAdmin.connect(config.cluster(), config.topics())) {
            List<TopicProblem> problems = topics.check();
            if (!problems.isEmpty()) {
                throw new TopicsException(problems);
            }
        }
        Gateway gateway = new Gateway(config, clock, registry);
        try {
            gateway.streams.start();
            gateway.runtimes.ifPresent(RuntimeSender::start);
        } catch (RuntimeException e) {
            // What does not start must not go on listening.
            gateway.close();
            throw e;
        }
        return gateway;
    }

    private List<Route> routes() {
        return door.map(FrontDoor::routes).orElse(List.of());
    }

    /** Where it stands. */
    public Condition condition() {
        return condition;
    }

    /** Where it answers over HTTP; empty when it does not. */
    public Optional<URI> address() {
        return http.map(HttpServer::address);
    }

    /**
     * Waits until it decides for the first time, or has ended.
     *
     * @return whether it decides
     */
    public boolean awaitRunning(Duration most) throws InterruptedException {
        return running.await(most.toMillis(), TimeUnit.MILLISECONDS) && condition == Condition.RUNNING;
    }

    /** Waits until it has ended, by {@link #close} or by a fault. */
    public Condition awaitEnd() throws InterruptedException {
        ended.await();
        return condition;
    }

    /** Ends in order; waits up to {@link GatewayStreams#CLOSING}, and about ten seconds more where it asks runtimes. */
    @Override
    public void close() {
        runtimes.ifPresent(RuntimeSender::close);
        streams.close();
        // Who listens is told that it is over before the connection is cut.
        door.ifPresent(FrontDoor::close);
        http.ifPresent(HttpServer::close);
        ended.countDown();
    }

    private void note(Condition now) {
        condition = now;
        if (now != Condition.PREPARING) {
            running.countDown();
        }
        if (now == Condition.FAILED || now == Condition.CLOSED) {
            ended.countDown();
        }
    }
}
