package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What one gateway tells Prometheus: of a little of everything, and again after it was restarted and restored. */
class MetricsIT {
    private static final String[] CONFIGURATION = {
        "http: {port: 0}",
        "policies:",
        "  measured:",
        "    extends: balanced",
        "    ceilings: {calls: 5}",
        "    approval: {tools: [pay]}",
        "    tools:",
        "      look: {}",
        "      slow: {}",
        "      pay: {}",
        "      ship: {timeout_ms: 200, max_timeout_ms: 200, skew_ms: 100, settle_delay_ms: 100}",
        "default_policy: measured"
    };

    /** What is only counted when something goes wrong that does not go wrong here, and when runtimes are configured. */
    private static final Set<String> ELSEWHERE =
            Set.of("interlock_repeated_total", "interlock_runtime_requests_total", "interlock_runtime_attempts_total");

    private static final Pattern ROW = Pattern.compile("^\\| `(interlock_[a-z_]+)` \\|([^|]*)\\|", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");
    private static final Set<String> OF_TIMERS = Set.of("_bucket", "_count", "_sum", "_max");

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String TRACEPARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final Tool LOOK = new Tool(
            context -> ToolOutput.ok(Map.of("is", "VALUE-" + context.dispatch().proposalId())),
            (context, output) -> Verified.seen(1, false));

    private static final Set<String> WRITES = Set.of("pay", "ship");

    private int proposed;

    @Test
    void aGatewayTells_whatItsPageDashboardAndRulesSay_alsoAfterItWasRestartedAndRestored() throws Exception {
        try (Collector collector = new Collector();
                Bench bench = Bench.running(configuration(collector)).with("look", LOOK)) {
            happen(bench);
            Scraped scraped = settled(bench.address().orElseThrow());
            assertWhatHappened(scraped);
            assertPage(scraped);
            OperatorQueries queries = new OperatorQueries(scraped);
            assertThat(queries.problems()).as("dashboard and alert rules").isEmpty();
            assertThat(queries.asked()).as("metrics asked for").hasSizeGreaterThan(15);
            Map<Scraped.Series, Double> state = state(scraped);
            assertTraces(bench, collector);

            bench.stop();
            bench.start();
            assertThat(state(settled(bench.address().orElseThrow())))
                    .as("after a restart")
                    .isEqualTo(state);
            bench.stop();
            Gateway restored = bench.another();
            assertThat(state(settled(restored.address().orElseThrow())))
                    .as("after its stores were restored")
                    .isEqualTo(state);
        }
    }

    private static String[] configuration(Collector collector) {
        return Stream.concat(Stream.of(CONFIGURATION), Stream.of(collector.yaml()))
                .toArray(String[]::new);
    }

    /** The trace of a proposal goes back with its result and its answer, and into a span; nobody's data does. */
    private static void assertTraces(Bench bench, Collector collector) {
        assertThat(traces(bench, bench.topics().results()))
                .as("a worker says what it was told")
                .contains(TRACEPARENT);
        assertThat(traces(bench, bench.topics().outcomes()))
                .as("traces of answers")
                .isNotEmpty()
                .allMatch(TRACEPARENT::equals);
        String trace = new String(HexFormat.of().parseHex(TRACE), StandardCharsets.ISO_8859_1);
        Awaitility.await("spans")
                .atMost(Bench.PATIENCE)
                .until(() -> collector.text().contains(trace));
        assertThat(collector.text())
                .contains("execute_tool look", "gen_ai.tool.call.id", "interlock.outcome.type", "run-held")
                .doesNotContain("ARGUMENT", "VALUE-");
    }

    private static List<String> traces(Bench bench, String topic) {
        return bench.read(topic).stream()
                .map(record -> record.headers().lastHeader(Keys.TRACE_HEADER))
                .filter(Objects::nonNull)
                .map(header -> new String(header.value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** A run near its ceiling, one held, one with a call that nobody takes, an unknown write, a stop, and what is no record. */
    private void happen(Bench bench) throws Exception {
        for (int i = 0; i < 4; i++) {
            propose(bench, "run-near", "look", Map.of("n", i, "of", "ARGUMENT"), traced(i));
            outcomes(bench, "run-near", "result", i + 1);
        }
        propose(bench, "run-near", "ship", Map.of("n", 9), Map.of());
        outcomes(bench, "run-near", "denied", 1);
        propose(bench, "run-held", "pay", Map.of("n", 1), Map.of("operation_id", "pay-1"));
        outcomes(bench, "run-held", "paused", 1);
        propose(bench, "run-slow", "slow", Map.of("n", 1), Map.of());
        propose(bench, "run-slow", "named-by-an-agent", Map.of("n", 1), Map.of());
        propose(bench, "run-unknown", "ship", Map.of("n", 1), Map.of("operation_id", "ship-1"));
        outcomes(bench, "run-unknown", "terminal", 1);
        bench.send(new ProducerRecord<>(bench.topics().proposals(), "run-near", bytes("no record")));
        for (int partition = 0; partition < Bench.PARTITIONS; partition++) {
            bench.send(new ProducerRecord<>(
                    bench.topics().proposals(),
                    partition,
                    "run-astray",
                    proposal("run-astray", "look", Map.of("n", partition), Map.of())));
        }
        outcomes(bench, "run-astray", "result", Bench.PARTITIONS);
        Map<String, Object> stop = Map.of(
                "type",
                "stop",
                "control_id",
                "c-1",
                "by",
                "ann",
                "reason",
                "test",
                "scope",
                Map.of("kind", "tool", "id", "nobody-uses"));
        bench.send(new ProducerRecord<>(
                bench.topics().control(), "any", bytes(Json.of(stop).canonical())));
        bench.report("c-1");
    }

    /** The first names its place in a trace; that of the second is malformed, which is no fault. */
    private static Map<String, Object> traced(int i) {
        return switch (i) {
            case 0 -> Map.of("traceparent", TRACEPARENT);
            case 1 -> Map.of("traceparent", "00-nonsense");
            default -> Map.of();
        };
    }

    /** Once no task counts and the stop was carried. */
    private static Scraped settled(URI gateway) {
        return Awaitility.await("gauges that stand")
                .atMost(Bench.PATIENCE)
                .until(() -> Scraped.at(gateway), scraped -> isSettled(scraped));
    }

    private static boolean isSettled(Scraped scraped) {
        return Stream.of("run", "operation")
                        .allMatch(stage -> scraped.value("interlock_tasks", "stage", stage) == Bench.PARTITIONS
                                && scraped.value("interlock_tasks_counting", "stage", stage) == 0)
                && scraped.value("interlock_stops_open") == 0
                && scraped.value("interlock_restoring_records") == 0;
    }

    private static void assertWhatHappened(Scraped scraped) {
        assertThat(scraped.value("interlock_runs", "phase", "open"))
                .as("open runs")
                .isEqualTo(3);
        assertThat(scraped.value("interlock_runs", "phase", "held"))
                .as("held runs")
                .isEqualTo(1);
        assertThat(scraped.value("interlock_runs_near_ceiling", "budget", "calls", "used", "0.8"))
                .as("runs near their ceiling of calls")
                .isEqualTo(1);
        assertThat(scraped.value("interlock_calls_in_flight", "tool", "slow")).isEqualTo(1);
        assertThat(scraped.value("interlock_calls_in_flight", "tool", "other")).isEqualTo(1);
        assertThat(scraped.value("interlock_operations_unknown", "tool", "ship"))
                .isEqualTo(1);
        assertThat(scraped.value("interlock_partitions")).isEqualTo(Bench.PARTITIONS);
        assertThat(scraped.value("interlock_rerouted_total", "topic", topic(scraped)))
                .isEqualTo(Bench.PARTITIONS - 1);
        assertThat(scraped.value("interlock_proposal_decision_seconds_count", "decision", "granted"))
                .isEqualTo(4 + 2 + Bench.PARTITIONS);
        assertThat(scraped.value("interlock_proposal_answer_seconds_count", "type", "result"))
                .isEqualTo(4 + Bench.PARTITIONS);
        assertThat(scraped.value("interlock_proposal_answer_seconds_count", "type", "paused"))
                .isEqualTo(1);
        assertThat(scraped.value("interlock_dispatch_result_seconds_count", "tool", "look"))
                .isEqualTo(4 + Bench.PARTITIONS);
        assertThat(scraped.value("interlock_control_applied_seconds_count", "stage", "run"))
                .as("each run-stage task obeyed the stop")
                .isEqualTo(Bench.PARTITIONS);
        assertThat(scraped.toString()).doesNotContain("named-by-an-agent").doesNotContain("run-near");
    }

    private static String topic(Scraped scraped) {
        return scraped.values("interlock_rerouted_total", "topic").iterator().next();
    }

    /** Each metric of the page is told, with the labels it has there, and no other of ours is. */
    private static void assertPage(Scraped scraped) throws IOException {
        Map<String, Set<String>> page = new TreeMap<>();
        Scraped.found(ROW, Files.readString(Path.of("../../ops/metrics.md"))).forEach(row -> {
            Set<String> labels = new TreeSet<>();
            String cell = row.group(2).replaceAll("\\([^)]*\\)|: `.*", "");
            Scraped.found(NAME, cell).forEach(label -> labels.add(label.group(1)));
            page.put(row.group(1), labels);
        });
        Map<String, Set<String>> told = new TreeMap<>();
        for (String name : scraped.names()) {
            if (name.startsWith("interlock_")) {
                String base = OF_TIMERS.stream()
                        .filter(part -> name.endsWith("_seconds" + part))
                        .map(part -> name.substring(0, name.length() - part.length()))
                        .findFirst()
                        .orElse(name);
                Set<String> labels = told.computeIfAbsent(base, missing -> new TreeSet<>());
                labels.addAll(scraped.labels(name));
                labels.remove("le");
            }
        }
        ELSEWHERE.forEach(page::remove);
        assertThat(told).as("what a gateway tells, and ops/metrics.md").isEqualTo(page);
    }

    /** Gauges over state; those that time moves are only told to be there. */
    private static Map<Scraped.Series, Double> state(Scraped scraped) {
        Map<Scraped.Series, Double> state = new LinkedHashMap<>();
        scraped.series().forEach((series, value) -> {
            if (List.of("interlock_runs", "interlock_calls_in_flight", "interlock_operations_unknown")
                            .contains(series.name())
                    || (series.name().equals("interlock_runs_near_ceiling")
                            && !series.labels().get("budget").equals("wall_clock_ms"))) {
                state.put(series, value);
            } else if (series.name().endsWith("_oldest_age_seconds")) {
                state.put(series, Math.signum(value));
            }
        });
        return state;
    }

    private void propose(Bench bench, String run, String tool, Map<String, Object> args, Map<String, Object> more)
            throws Exception {
        bench.send(new ProducerRecord<>(bench.topics().proposals(), run, proposal(run, tool, args, more)));
    }

    private byte[] proposal(String run, String tool, Map<String, Object> args, Map<String, Object> more) {
        Map<String, Object> proposal = new LinkedHashMap<>(more);
        proposal.put("type", "call");
        proposal.put("proposal_id", "p-" + ++proposed);
        proposal.put("run_id", run);
        proposal.put("agent_id", "agent-1");
        proposal.put("turn", proposed);
        proposal.put("tool", tool);
        proposal.put("kind", WRITES.contains(tool) ? "write" : "read");
        proposal.put("args", args);
        proposal.put("issued_at_ms", System.currentTimeMillis());
        return bytes(Json.of(proposal).canonical());
    }

    private static void outcomes(Bench bench, String run, String type, int count) {
        bench.await(
                bench.topics().outcomes(),
                Outcome.class,
                count,
                outcome -> run.equals(outcome.runId()) && type.equals(outcome.type()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
