package dev.interlock.server.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;

/** What a gateway counts, as Prometheus reads it. */
final class Scrape {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String OPEN_METRICS_TEXT = OPEN_METRICS + "; version=1.0.0; charset=utf-8";

    private final MeterRegistry registry;

    Scrape(MeterRegistry registry) {
        this.registry = registry;
    }

    Answer get(Optional<String> accept) {
        String type = accept.filter(types -> types.contains(OPEN_METRICS)).isPresent() ? OPEN_METRICS_TEXT : TEXT;
        return registry instanceof PrometheusMeterRegistry prometheus
                ? Answer.of(200, type, prometheus.scrape(type))
                : Problem.of(404, "Not found", "This gateway keeps no metrics for Prometheus.")
                        .answer();
    }
}
