package dev.interlock.server.meter;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.run.Phase;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The gauges of a gateway: what its tasks hold, over all of them. A task that begins takes the place of the one before it, and
 * one that ends is counted no more; reading a gauge adds numbers up and looks into no store.
 */
public final class Censuses implements AutoCloseable {
    private static final String STAGE = "stage";
    private static final double SECOND_MS = 1_000;

    private final MeterRegistry registry;
    private final InstantSource clock;
    private final Map<Integer, RunCensus> runs = new ConcurrentHashMap<>();
    private final Map<Integer, OperationCensus> operations = new ConcurrentHashMap<>();
    private final Map<String, StopCensus> stops = new ConcurrentHashMap<>();
    private final List<Meter> gauges = new ArrayList<>();
    private final ToolLabels labels;

    /**
     * The gauges, of which each is there from now on.
     *
     * @param registry where they are told
     * @param clock the gateway's clock
     */
    public Censuses(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
        this.labels = new ToolLabels(this::tool);
        for (Phase phase : Phase.values()) {
            if (phase != Phase.ENDED) {
                keep(Gauge.builder("interlock.runs", () -> sum(runs.values(), census -> census.runs(phase)))
                        .tag("phase", code(phase)));
            }
        }
        keep(Gauge.builder(
                "interlock.held.oldest.age.seconds",
                () -> seconds(() -> most(runs.values(), census -> census.heldForMs(clock.millis())))));
        for (Ceiling ceiling : Ceiling.values()) {
            for (Near share : Near.values()) {
                near(ceiling, share);
            }
        }
        task("run", runs.values(), RunCensus::isComplete);
        task("operation", operations.values(), OperationCensus::isComplete);
        stop();
    }

    private void near(Ceiling ceiling, Near share) {
        keep(Gauge.builder(
                        "interlock.runs.near.ceiling",
                        () -> sum(runs.values(), census -> census.near(ceiling, share, clock.millis())))
                .tag("budget", ceiling.code())
                .tag("used", share.label()));
    }

    private <C> void task(String stage, Collection<C> tasks, Predicate<C> complete) {
        keep(Gauge.builder("interlock.tasks", tasks::size).tag(STAGE, stage));
        keep(Gauge.builder(
                        "interlock.tasks.counting",
                        () -> tasks.stream().filter(complete.negate()).count())
                .tag(STAGE, stage));
    }

    private void stop() {
        keep(Gauge.builder("interlock.stops.open", () -> sum(stops.values(), StopCensus::count)));
        keep(Gauge.builder(
                "interlock.stops.open.oldest.age.seconds",
                () -> seconds(() -> most(stops.values(), census -> census.oldestMs(clock.millis())))));
    }

    private void tool(String tool) {
        keep(Gauge.builder(
                        "interlock.calls.in.flight",
                        () -> sum(runs.values(), census -> census.inFlight(tool))
                                + sum(operations.values(), census -> census.inFlight(tool)))
                .tag("tool", tool));
        keep(Gauge.builder(
                        "interlock.operations.unknown", () -> sum(operations.values(), census -> census.unknown(tool)))
                .tag("tool", tool));
        keep(Gauge.builder(
                        "interlock.operations.unknown.oldest.age.seconds",
                        () -> seconds(
                                () -> most(operations.values(), census -> census.unknownForMs(tool, clock.millis()))))
                .tag("tool", tool));
    }

    /** One more gauge, until this is closed. */
    public synchronized void keep(Gauge.Builder<?> gauge) {
        gauges.add(gauge.register(registry));
    }

    /** What tools are called in labels. */
    public ToolLabels labels() {
        return labels;
    }

    /** The runs of a task that begins. */
    public RunCensus runs(int partition) {
        RunCensus census = new RunCensus(labels);
        runs.put(partition, census);
        return census;
    }

    /** The operations of a task that begins. */
    public OperationCensus operations(int partition) {
        OperationCensus census = new OperationCensus(labels);
        operations.put(partition, census);
        return census;
    }

    /** The stops of a task that begins, by its name. */
    public StopCensus stops(String task) {
        StopCensus census = new StopCensus(clock);
        stops.put(task, census);
        return census;
    }

    /** A task ends, unless another one has taken its place. */
    public void end(int partition, RunCensus census) {
        runs.remove(partition, census);
    }

    /** A task ends, unless another one has taken its place. */
    public void end(int partition, OperationCensus census) {
        operations.remove(partition, census);
    }

    /** A task ends, unless another one has taken its place. */
    public void end(String task, StopCensus census) {
        stops.remove(task, census);
    }

    /** Nothing is told any more. */
    @Override
    public synchronized void close() {
        gauges.forEach(registry::remove);
        gauges.clear();
    }

    private static <C> long sum(Collection<C> tasks, ToLongFunction<C> count) {
        return tasks.stream().mapToLong(count).sum();
    }

    private static <C> long most(Collection<C> tasks, ToLongFunction<C> age) {
        return tasks.stream().mapToLong(age).max().orElse(0);
    }

    private static double seconds(LongSupplier ms) {
        return ms.getAsLong() / SECOND_MS;
    }

    private static String code(Phase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }
}
