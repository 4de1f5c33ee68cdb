package dev.interlock.server.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.stream.Collectors;

/** What a gateway counted, as one line for the log. */
final class Counts {
    private final MeterRegistry registry;

    Counts(MeterRegistry registry) {
        this.registry = registry;
    }

    MeterRegistry registry() {
        return registry;
    }

    String text() {
        return registry.getMeters().stream()
                .filter(Counter.class::isInstance)
                .map(Counter.class::cast)
                .map(Counts::line)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String line(Counter counter) {
        String tags = counter.getId().getTags().stream().map(Tag::getValue).collect(Collectors.joining("/"));
        return counter.getId().getName() + "[" + tags + "]=" + (long) counter.count();
    }
}
