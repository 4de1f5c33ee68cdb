package dev.interlock.server.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Both stages and the router of a gateway, wired as they run, without a broker: what is written to a topic is taken up at
 * once. It shows what becomes of records, and nothing about transactions, time or partitions.
 */
final class Wired implements AutoCloseable {
    static final String RUN = "run-1";

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Instant NOW = Instant.ofEpochMilli(1_796_000_000_000L);
    /** Gauges are looked at a minute after all that happens. */
    static final InstantSource LATER = () -> NOW.plusSeconds(60);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final List<JsonNode> outcomes = new ArrayList<>();
    private final List<JsonNode> dispatches = new ArrayList<>();
    private final List<JsonNode> journal = new ArrayList<>();
    private final List<JsonNode> deadLetters = new ArrayList<>();
    private String run = RUN;
    private String estimate = "";
    private int written;

    /**
     * A gateway.
     *
     * @param policy what its one policy says beside what it extends
     * @param state where its stores are
     */
    Wired(String policy, Path state) {
        GatewayConfig config = ConfigReader.parse("""
            bootstrap_servers: nowhere:1
            topics: {partitions: 1}
            stream: {state_dir: '%s', application_id: gateway}
            policies: {contracted: {extends: balanced, %s}}
            default_policy: contracted
            """.formatted(state, policy.replace("\n", " ")));
        StreamsConfig streams = new StreamsConfig(StreamsProperties.of(config));
        this.driver = new TopologyTestDriver(
                GatewayStreams.topology(config, () -> NOW, new Meters(registry, LATER), new Turns(), streams),
                StreamsProperties.of(config),
                NOW);
    }

    /** What is proposed from now on is of this run. */
    Wired in(String other) {
        run = other;
        return this;
    }

    /** What is proposed from now on has this estimate. */
    Wired estimating(long costMicros) {
        estimate = ",\"estimated_cost_micros\":" + costMicros;
        return this;
    }

    /** An agent proposes a call; its answer, if there is one at once. */
    JsonNode propose(String id, String tool, String kind, String args) {
        return propose(run, id, """
            {"proposal_id":"%s","run_id":"%s","agent_id":"agent","turn":%d,"type":"call","tool":"%s","kind":"%s",
             "args":%s%s,"issued_at_ms":%d}\
            """.formatted(id, run, ++written, tool, kind, args, estimate, NOW.toEpochMilli()));
    }

    /** The same of a write. */
    JsonNode proposeWrite(String id, String tool, String operationId, String args) {
        return propose(run, id, """
            {"proposal_id":"%s","run_id":"%s","agent_id":"agent","turn":%d,"type":"call","tool":"%s","kind":"write",
             "operation_id":"%s","args":%s,"issued_at_ms":%d}\
            """.formatted(id, run, ++written, tool, operationId, args, NOW.toEpochMilli()));
    }

    /** The agent ends run-1; how it ended. */
    JsonNode finish(String id) {
        propose(RUN, id, """
            {"proposal_id":"%s","run_id":"run-1","agent_id":"agent","turn":%d,"type":"finish","issued_at_ms":%d}\
            """.formatted(id, ++written, NOW.toEpochMilli()));
        return outcomes.get(outcomes.size() - 1);
    }

    private JsonNode propose(String ofRun, String id, String proposal) {
        write("interlock.proposals", ofRun, proposal);
        return answer(id);
    }

    /** A worker reports what the call last dispatched brought. */
    JsonNode reports(String value) {
        return reported("\"status\":\"ok\",\"value\":" + value);
    }

    /** A worker reports that the call last dispatched failed for good. */
    JsonNode fails(String code) {
        return reported("\"status\":\"retryable\",\"error\":{\"class\":\"permanent\",\"code\":\"" + code + "\"}");
    }

    private JsonNode reported(String what) {
        return reportsOn(dispatches.get(dispatches.size() - 1), "committed", what);
    }

    /** A worker reports something about a dispatch; of a write, with this effect. */
    JsonNode reportsOn(JsonNode dispatch, String effect, String what) {
        boolean write = dispatch.hasNonNull("operation_id");
        String key = write
                ? dispatch.get("operation_id").textValue()
                : dispatch.get("run_id").textValue();
        write(write ? "interlock.operation-results" : "interlock.results", key, """
            {"type":"result","dispatch_id":"%s","run_id":"%s",%s"epoch":%d,"worker_id":"w","effect":"%s",
             "evidence":{"revision":0,"done":false},%s,"completed_at_ms":1}\
            """.formatted(
                        dispatch.get("dispatch_id").textValue(),
                        dispatch.get("run_id").textValue(),
                        write ? "\"operation_id\":\"" + key + "\"," : "",
                        dispatch.path("epoch").asInt(),
                        write ? effect : "none",
                        what));
        return answer(dispatch.get("proposal_id").textValue());
    }

    /** A person says something about run-1. */
    void commands(String type, String more) {
        write("interlock.control", "run:" + RUN, """
            {"type":"%s","control_id":"c%d","by":"ann","reason":"test","run_id":"run-1",%s}\
            """.formatted(type, ++written, more));
    }

    private void write(String topic, String key, String value) {
        TestInputTopic<String, String> input =
                driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
        input.pipeInput(key, value, NOW.plusMillis(++written));
        read("interlock.outcomes", outcomes);
        read("interlock.dispatches", dispatches);
        read("interlock.operation-dispatches", dispatches);
        read("interlock.journal", journal);
        read("interlock.dead-letters", deadLetters);
    }

    private void read(String topic, List<JsonNode> into) {
        TestOutputTopic<String, String> output =
                driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer());
        output.readValuesToList().stream().map(Wired::json).forEach(into::add);
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a proposal was answered last. */
    JsonNode answer(String proposalId) {
        return outcomes.stream()
                .filter(outcome -> outcome.path("proposal_id").asText().equals(proposalId))
                .reduce((first, last) -> last)
                .orElse(MAPPER.createObjectNode());
    }

    /** What the gauges tell. */
    MeterRegistry registry() {
        return registry;
    }

    /** What a stage holds. */
    KeyValueStore<Bytes, byte[]> store(String name) {
        return driver.getKeyValueStore(name);
    }

    /** What was sent to workers. */
    List<JsonNode> dispatches() {
        return dispatches;
    }

    /** What could not be taken up. */
    List<JsonNode> deadLetters() {
        return deadLetters;
    }

    /** What the journal has of inputs of a kind. */
    List<JsonNode> journaled(String kind) {
        return journal.stream()
                .filter(entry -> entry.at("/input/kind").asText().equals(kind))
                .toList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
