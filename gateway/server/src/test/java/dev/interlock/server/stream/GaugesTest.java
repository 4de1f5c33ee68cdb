package dev.interlock.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.Operation;
import dev.interlock.server.meter.Censuses;
import dev.interlock.server.meter.OperationCensus;
import dev.interlock.server.meter.RunCensus;
import dev.interlock.server.wire.RunPeek;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Stored;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gauges, which are counted decision by decision, tell what the stores hold. */
class GaugesTest {
    private static final String POLICY = """
        ceilings: {calls: 5, denials: 30},
        approval: {tools: [pay]},
        tools: {
          look: {},
          pay: {},
          ship: {},
          'crm-*': {}}\
        """;
    private static final List<String> TOOLS = List.of("look", "crm-a", "crm-b", "elsewhere");
    private static final int STEPS = 120;
    /** One that moves each of the gauges that are asked for below. */
    private static final long SEED = 7;

    @TempDir
    private Path state;

    @Test
    void theyTellWhatTheStoresHold_afterWhateverWasDecided() {
        long seed = Long.getLong("interlock.seed", SEED);
        Random random = new Random(seed);
        Set<String> moved = new TreeSet<>();
        try (Wired wired = new Wired(POLICY, state)) {
            for (int step = 0; step < STEPS; step++) {
                act(wired, random, step);
                Map<String, Double> told = told(wired.registry());
                told.forEach((gauge, value) -> {
                    if (value > 0) {
                        moved.add(gauge);
                    }
                });
                if (step % 10 == 9) {
                    assertThat(told)
                            .as("after step %d of seed %d: -Dinterlock.seed=%d", step, seed, seed)
                            .isEqualTo(counted(wired));
                }
            }
            assertThat(moved)
                    .as("gauges that were not 0 at some time, of seed %d", seed)
                    .contains(
                            "interlock.runs open",
                            "interlock.runs held",
                            "interlock.held.oldest.age.seconds",
                            "interlock.calls.in.flight look",
                            "interlock.calls.in.flight ship",
                            "interlock.operations.unknown ship",
                            "interlock.operations.unknown.oldest.age.seconds ship",
                            "interlock.runs.near.ceiling calls 0.8");
        }
    }

    @Test
    void theyNameToolsAsThePolicyDoes_andNoOthers() {
        try (Wired wired = new Wired(POLICY, state)) {
            wired.in("run-a").propose("p1", "crm-a", "read", "{\"n\":1}");
            wired.in("run-b").propose("p2", "elsewhere", "read", "{\"n\":1}");
            assertThat(told(wired.registry()))
                    .containsEntry("interlock.calls.in.flight crm-*", 1.0)
                    .containsEntry("interlock.calls.in.flight other", 1.0)
                    .containsEntry("interlock.calls.in.flight look", 0.0)
                    .containsEntry("interlock.runs open", 2.0)
                    .doesNotContainKeys("interlock.calls.in.flight elsewhere", "interlock.calls.in.flight crm-a");
        }
    }

    private static void act(Wired wired, Random random, int step) {
        String id = "p" + step;
        Wired in = wired.in("run-" + step / 40 * random.nextInt(2) + random.nextInt(1, 4));
        String args = "{\"n\":" + random.nextInt(40) + "}";
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> in.propose(id, TOOLS.get(random.nextInt(TOOLS.size())), "read", args);
            case 3 -> in.proposeWrite(id, "ship", "op-" + random.nextInt(20), args);
            case 4 -> in.proposeWrite(id, "pay", "op-" + random.nextInt(20, 30), args);
            case 5 -> reports(wired, "committed", "\"status\":\"ok\",\"value\":" + args);
            case 6 ->
                reports(
                        wired,
                        "unknown",
                        "\"status\":\"retryable\",\"error\":{\"class\":\"transient\",\"code\":\"busy\"}");
            default -> {
                if (step > 50 && random.nextInt(6) == 0) {
                    wired.finish(id);
                }
            }
        }
    }

    private static void reports(Wired wired, String effect, String what) {
        if (!wired.dispatches().isEmpty()) {
            wired.reportsOn(wired.dispatches().get(wired.dispatches().size() - 1), effect, what);
        }
    }

    /** Each gauge over state, with its labels. */
    private static Map<String, Double> told(MeterRegistry registry) {
        Map<String, Double> told = new TreeMap<>();
        for (Gauge gauge : registry.find("interlock.runs").gauges()) {
            put(told, gauge);
        }
        for (String name : List.of(
                "interlock.runs.near.ceiling",
                "interlock.held.oldest.age.seconds",
                "interlock.calls.in.flight",
                "interlock.operations.unknown",
                "interlock.operations.unknown.oldest.age.seconds")) {
            registry.find(name).gauges().forEach(gauge -> put(told, gauge));
        }
        return told;
    }

    private static void put(Map<String, Double> told, Gauge gauge) {
        StringBuilder name = new StringBuilder(gauge.getId().getName());
        gauge.getId().getTags().forEach(tag -> name.append(' ').append(tag.getValue()));
        told.put(name.toString(), gauge.value());
    }

    /** The same, counted in one go. */
    private static Map<String, Double> counted(Wired wired) {
        MeterRegistry registry = new SimpleMeterRegistry();
        Censuses censuses = new Censuses(registry, Wired.LATER);
        censuses.labels().learn("policy", List.of("look", "pay", "ship", "crm-*"));
        RunCensus runs = censuses.runs(0);
        each(wired, Names.RUNS, (id, value) -> {
            var run = StateCodec.RUN.read(value).state();
            assertThat(RunPeek.hasEnded(value)).isEqualTo(run.phase().name().equals("ENDED"));
            runs.count(run);
        });
        OperationCensus operations = censuses.operations(0);
        each(wired, Names.OPERATIONS, (id, value) -> {
            Stored<Operation> operation = StateCodec.OPERATION.read(value);
            operations.put(id, Optional.of(operation.state()));
        });
        return told(registry);
    }

    private static void each(Wired wired, String store, BiConsumer<String, byte[]> entry) {
        try (KeyValueIterator<Bytes, byte[]> all = wired.store(store).all()) {
            all.forEachRemaining(found -> entry.accept(Stores.text(found.key), found.value));
        }
    }
}
