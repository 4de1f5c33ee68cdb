package dev.interlock.server.runtime;

import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.schemas.Symbols.RuntimeState;
import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.config.Runtimes;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** All runtimes that are asked, and what becomes of their answers. */
final class Endpoints implements Endpoint.Completion, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);

    private final Map<AgentRuntime, Endpoint> endpoints = new LinkedHashMap<>();
    private final Runtimes runtimes;
    private final Claims claims;
    private final Answers answers;
    private final MeterRegistry registry;

    private Endpoints(GatewayConfig config, Claims claims, MeterRegistry registry) {
        this.runtimes = config.runtimes();
        this.claims = claims;
        this.answers = new Answers(config);
        this.registry = registry;
    }

    /**
     * The runtimes of a configuration, ready to be asked.
     *
     * @throws ConfigurationException when one cannot be asked as configured
     */
    static Endpoints open(GatewayConfig config, Claims claims, InstantSource clock, MeterRegistry registry) {
        Map<AgentRuntime, RuntimeLink> links = new LinkedHashMap<>();
        try {
            config.runtimes().all().forEach(runtime -> links.put(runtime, Presets.open(runtime)));
        } catch (ConfigurationException e) {
            links.values().forEach(RuntimeLink::close);
            throw e;
        }
        Endpoints opened = new Endpoints(config, claims, registry);
        links.forEach((runtime, link) -> opened.endpoints.put(runtime, new Endpoint(runtime, link, clock, opened)));
        return opened;
    }

    void start() {
        endpoints.values().forEach(Endpoint::start);
    }

    /** Hands a request to its runtime; returns whether there was room for it. */
    boolean offer(Endpoint.Job job) {
        Optional<Endpoint> endpoint = runtimes.hosting(job.request().agentId()).map(endpoints::get);
        if (endpoint.isEmpty()) {
            LOG.warn(
                    "No runtime is configured any more. request={}",
                    job.request().id());
            claims.done(job.claim());
            return true;
        }
        return endpoint.get().offer(job);
    }

    @Override
    public boolean isWanted(Endpoint.Job job) {
        return claims.isCurrent(job.claim());
    }

    @Override
    public void answered(Endpoint.Job job, RuntimeAnswer answer) throws InterruptedException {
        registry.counter("interlock.runtime.requests", "runtime", answer.runtime(), "state", answer.state())
                .increment();
        registry.counter("interlock.runtime.attempts", "runtime", answer.runtime())
                .increment(answer.attempts());
        answers.record(job.request(), answer);
        claims.done(job.claim());
        boolean taken = RuntimeState.REQUESTED.equals(answer.state()) || RuntimeState.CONFIRMED.equals(answer.state());
        LOG.atLevel(taken ? Level.INFO : Level.WARN)
                .log(
                        "Asked a runtime to stop a run. runtime={} request={} state={} attempts={} status={}"
                                + " problem={}",
                        answer.runtime(),
                        answer.requestId(),
                        answer.state(),
                        answer.attempts(),
                        answer.status(),
                        answer.problem());
    }

    /** Breaks off what is being asked; it is asked again by whoever comes next. */
    @Override
    public void close() {
        endpoints.values().forEach(Endpoint::close);
        answers.close();
    }
}
