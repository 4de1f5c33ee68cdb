package dev.interlock.server.stream;

import dev.interlock.core.outcome.Reason;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.server.meter.Censuses;
import dev.interlock.server.trace.Answered;
import dev.interlock.server.trace.Spans;
import dev.interlock.server.wire.StoredAnswer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** What the stages count, and how long things took. */
final class Meters implements AutoCloseable {
    /** The upper bounds of the buckets of all timers, in milliseconds: from what a decision takes to what a person does. */
    private static final Duration[] BUCKETS = LongStream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Censuses censuses;
    private final Spans spans;
    /** Looked up by the one label that each timer has: cheaper than the registry's own way. */
    private final Map<String, Timer> decisions = new ConcurrentHashMap<>();

    private final Map<String, Timer> answers = new ConcurrentHashMap<>();
    private final Map<String, Timer> results = new ConcurrentHashMap<>();
    private final Map<String, Timer> commands = new ConcurrentHashMap<>();

    /** Without spans. */
    Meters(MeterRegistry registry, InstantSource clock) {
        this(registry, clock, Spans.NONE);
    }

    Meters(MeterRegistry registry, InstantSource clock, Spans spans) {
        this.registry = registry;
        this.spans = spans;
        this.censuses = new Censuses(registry, clock);
    }

    /** The gauges of what tasks hold. */
    Censuses censuses() {
        return censuses;
    }

    /** Tells how large the gateway is, and how far it is from deciding. */
    void tell(int partitions, LongSupplier restoring) {
        censuses.keep(Gauge.builder("interlock.partitions", () -> partitions));
        censuses.keep(Gauge.builder("interlock.restoring.records", restoring::getAsLong));
    }

    void decided(String decider, String decision, Optional<Reason> reason) {
        registry.counter(
                        "interlock.decisions",
                        "decider",
                        decider,
                        "decision",
                        decision,
                        "reason",
                        reason.map(Reason::code).orElse("none"))
                .increment();
    }

    /** A proposal was decided on for the first time, so long after the broker took it in. */
    void decidedAfter(String decision, long ms) {
        Timer timer = decisions.computeIfAbsent(
                decision,
                label -> timed(Timer.builder("interlock.proposal.decision").tag("decision", label)));
        timer.record(lasting(ms));
    }

    /** A proposal was answered: how long that took, and for whoever follows its trace. */
    void answered(StoredAnswer stored, Outcome outcome) {
        stored.asked().ifPresent(asked -> {
            answeredAfter(outcome.type(), outcome.atMs() - asked.appendedAtMs());
            if (spans != Spans.NONE) {
                spans.take(Answered.of(asked, outcome));
            }
        });
    }

    private void answeredAfter(String type, long ms) {
        Timer timer = answers.computeIfAbsent(
                type, label -> timed(Timer.builder("interlock.proposal.answer").tag("type", label)));
        timer.record(lasting(ms));
    }

    /** What a dispatch brought was taken up, so long after it was decided. */
    void reportedAfter(String tool, long ms) {
        Timer timer = results.computeIfAbsent(
                censuses.labels().of(tool),
                label -> timed(Timer.builder("interlock.dispatch.result").tag("tool", label)));
        timer.record(lasting(ms));
    }

    /** A task obeyed a command, so long after the broker took it in. */
    void obeyedAfter(String stage, long ms) {
        Timer timer = commands.computeIfAbsent(
                stage, label -> timed(Timer.builder("interlock.control.applied").tag("stage", label)));
        timer.record(lasting(ms));
    }

    private Timer timed(Timer.Builder timer) {
        return timer.serviceLevelObjectives(BUCKETS).register(registry);
    }

    /** The broker's clock may be ahead of the gateway's. */
    private static Duration lasting(long ms) {
        return Duration.ofMillis(Math.max(0, ms));
    }

    void deadLetter(Position position, LetterError error) {
        registry.counter("interlock.dead.letters", "topic", position.topic(), "rule", error.rule())
                .increment();
    }

    void repeated(Position position) {
        registry.counter("interlock.repeated", "topic", position.topic()).increment();
    }

    void rerouted(Position position) {
        registry.counter("interlock.rerouted", "topic", position.topic()).increment();
    }

    @Override
    public void close() {
        spans.close();
        censuses.close();
    }
}
