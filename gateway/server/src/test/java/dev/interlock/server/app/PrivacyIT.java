package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * No secret stands where it need not: each secret of this test has the same word in it, which is looked for in every byte
 * of everything a gateway writes, logs and counts, except where a tool is told what to do and answers.
 */
class PrivacyIT {
    private static final String WORD = "N33DLE";
    private static final String CARD = "4111-" + WORD;
    private static final String PASSWORD = "hunter-" + WORD;
    private static final List<String> LOOKING_LIKE_ONE = List.of(
            "Bearer " + WORD + "abcdefghij1",
            "eyJ" + WORD + "abc.abcdefghijk.x-y",
            "AKIA" + WORD + "ABCDEFGHIJ",
            "sk-proj-" + WORD + "abcdefghijkl",
            "ghp_" + WORD + "abcdefgh",
            "AIza" + WORD + "abcdefghijklmnopqrstuvwxyz0123",
            "postgres://app:" + WORD + "@db/orders",
            "password=" + WORD + "22",
            "{\"api_key\":\"" + WORD + "\",\"n\":1}",
            "-----BEGIN RSA PRIVATE KEY-----\n" + WORD + "\n-----END RSA PRIVATE KEY-----");
    private static final String ALL = String.join(" and ", LOOKING_LIKE_ONE);

    private static final String[] POLICY = {
        "policies:",
        "  careful:",
        "    extends: balanced",
        "    approval: {tools: [refund]}",
        "    tools:",
        "      look: {sensitive: [/card], args_schema: {type: object, additionalProperties: true, properties: {n:"
                + " {type: integer}}}}",
        "      refund: {sensitive: [/payer/card]}",
        "default_policy: careful"
    };

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private Level level;

    @BeforeEach
    void listen() {
        level = interlock().getLevel();
        interlock().setLevel(Level.TRACE);
        log.start();
        root().addAppender(log);
    }

    @AfterEach
    void listenNoMore() {
        root().detachAppender(log);
        interlock().setLevel(level);
    }

    @Test
    void noSecretStandsWhereItNeedNot() throws Exception {
        try (Collector collector = new Collector();
                Bench bench = Bench.running(with(collector))) {
            failingRead(bench);
            heldWrite(bench);
            callsThatCannotBeJudged(bench);
            commands(bench);
            Map<String, List<String>> found = new TreeMap<>();
            written(bench)
                    .forEach((topic, records) -> records.stream()
                            .filter(text -> text.contains(WORD))
                            .forEach(text -> found.merge(topic, List.of(text), PrivacyIT::both)));
            assertThat(found).as("topics with a secret").isEmpty();
            assertThat(logged()).as("what was logged").noneMatch(text -> text.contains(WORD));
            assertThat(loggedAsJson())
                    .as("what was logged as JSON")
                    .noneMatch(line -> line.contains(WORD))
                    .anyMatch(line -> line.contains("\"run_id\":\"run-2\"") && line.contains("\"operation_id\":"));
            bench.stop();
            assertThat(collector.text())
                    .as("spans")
                    .contains("gen_ai.tool.name")
                    .doesNotContain(WORD);
            assertThat(bench.registry().getMeters())
                    .as("what was counted")
                    .isNotEmpty()
                    .noneMatch(meter -> meter.getId().toString().contains(WORD));
        }
    }

    private static String[] with(Collector collector) {
        return Stream.concat(Stream.of(POLICY), Stream.of(collector.yaml())).toArray(String[]::new);
    }

    /** A read whose tool says in its error what it was called with, twice. */
    private static void failingRead(Bench bench) throws Exception {
        propose(bench, "run-1", "look", "read", args());
        Dispatch dispatch = dispatched(bench, bench.topics().dispatches(), "run-1");
        assertThat(dispatch.args()).as("what the tool is called with").isEqualTo(args());
        Map<String, Object> result = result(dispatch, "fatal", "none");
        result.put("error", error());
        send(bench, bench.topics().results(), "run-1", result);
        Outcome end = outcome(bench, "run-1", "terminal");
        assertThat(end.error().message()).contains("card [hidden]", "[hidden] and [hidden]");
        result.put("completed_at_ms", 7);
        send(bench, bench.topics().results(), "run-1", result);
    }

    /** A write that waits for a person, who sees what is not sensitive, and that brings a receipt with a secret. */
    private static void heldWrite(Bench bench) throws Exception {
        Json args = Json.of(Map.of("amount", 30, "payer", Map.of("name", "ann", "card", CARD), "password", PASSWORD));
        propose(bench, "run-2", "refund", "write", args);
        HoldNotice hold = outcome(bench, "run-2", "paused").hold();
        assertThat(hold.call().args()).isEqualTo(Json.parse("""
            {"amount":30,"payer":{"name":"ann","card":"[hidden]"},"password":"[hidden]"}
            """));
        Map<String, Object> approval = command("approve");
        approval.putAll(Map.of("run_id", "run-2", "hold_id", hold.holdId(), "digest", hold.digest()));
        send(bench, bench.topics().control(), "any", approval);
        Dispatch dispatch = dispatched(bench, bench.topics().operationDispatches(), "run-2");
        assertThat(dispatch.args()).as("what the tool is called with").isEqualTo(args);
        Map<String, Object> result = result(dispatch, "retryable", "unknown");
        result.put("error", error());
        send(bench, bench.topics().operationResults(), "refund-7", result);
        outcome(bench, "run-2", "terminal");
        Map<String, Object> later = result(dispatch, "ok", "committed");
        later.put("value", Map.of("seen", 1));
        later.put("evidence", Map.of("revision", 1, "done", true, "receipt", Map.of("token", WORD, "of", ALL)));
        send(bench, bench.topics().operationResults(), "refund-7", later);
        Outcome settled = outcome(bench, "run-2", "settled");
        assertThat(settled.value()).isEqualTo(Json.of(Map.of("seen", 1)));
    }

    /** Calls that break their contract or the wire's, and records that are none. */
    private static void callsThatCannotBeJudged(Bench bench) throws Exception {
        for (String secret : LOOKING_LIKE_ONE) {
            propose(bench, "run-3", "look", "read", Json.of(Map.of("n", secret)));
            propose(bench, "run-3", "look", secret, args());
            propose(bench, "run-3", "look", "read", Json.of(secret));
            propose(bench, "run-3", "look", "read", Json.of(Map.of("n", Map.of("password", PASSWORD))));
            Map<String, Object> wrong = proposal("run-3", "look", "read", argsOfUnreadable());
            wrong.put("turn", secret);
            send(bench, bench.topics().proposals(), "run-3", wrong);
            String whole = Json.of(proposal("run-3", "look", "read", argsOfUnreadable()))
                    .canonical();
            send(bench, bench.topics().proposals(), "run-3", bytes(whole.substring(0, whole.length() - 2)));
            send(bench, bench.topics().proposals(), "run-3", bytes("x".repeat(190) + " " + secret));
            send(
                    bench,
                    bench.topics().results(),
                    "run-3",
                    bytes("{\"type\":" + Json.of(secret).canonical() + "}"));
        }
        RecordCodec<Proposal> codec = RecordCodec.of(Proposal.class);
        byte[] avro = codec.encode(
                codec.decode(bytes(Json.of(proposal("run-3", "look", "read", argsOfUnreadable()))
                                .canonical()))
                        .record(),
                Format.AVRO);
        send(bench, bench.topics().proposals(), "run-3", Arrays.copyOf(avro, avro.length - 3));
        bench.await(bench.topics().deadLetters(), DeadLetter.class, 4 * LOOKING_LIKE_ONE.size() + 1, letter -> true);
    }

    /** What people say about runs and operations, and why. */
    private static void commands(Bench bench) throws Exception {
        propose(bench, "run-4", "look", "read", args());
        dispatched(bench, bench.topics().dispatches(), "run-4");
        Map<String, Object> grant = command("grant");
        grant.putAll(Map.of("run_id", "run-4", "grants", List.of(Map.of("budget", "calls", "amount", 1))));
        Map<String, Object> stop = command("stop");
        stop.put("scope", Map.of("kind", "run", "id", "run-4"));
        Map<String, Object> lift = command("lift");
        lift.put("scope", Map.of("kind", "run", "id", "run-4"));
        Map<String, Object> resume = command("resume");
        resume.putAll(Map.of("run_id", "run-4", "change", "strategy_changed"));
        Map<String, Object> resolve = command("resolve");
        resolve.putAll(Map.of(
                "operation_id",
                "refund-7",
                "state",
                "committed",
                "expect_version",
                99,
                "observed_at_ms",
                1,
                "receipt",
                "seen by eye"));
        Map<String, Object> none = command("approve");
        none.putAll(Map.of("run_id", "run-4", "hold_id", "password=" + WORD, "digest", ALL));
        for (Map<String, Object> command : List.of(grant, stop, lift, resume, resolve, none, command(ALL))) {
            send(bench, bench.topics().control(), "any", command);
        }
        bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                6,
                entry -> List.of("grant", "stop", "lift", "resume", "resolve", "approve")
                                .contains(entry.input().kind())
                        && !entry.chain().equals("run:run-2"));
    }

    /** Every record a gateway wrote, as text, by topic; not those that carry a tool's orders and answers. */
    private static Map<String, List<String>> written(Bench bench) {
        Topics topics = bench.topics();
        Map<String, List<String>> written = new LinkedHashMap<>();
        for (String topic : List.of(
                topics.journal(),
                topics.outcomes(),
                topics.ledger(),
                topics.deadLetters(),
                topics.stageRunControl(),
                topics.stageOperationControl())) {
            written.put(topic, bench.read(topic).stream().map(PrivacyIT::text).toList());
            assertThat(written.get(topic)).as("records of " + topic).isNotEmpty();
        }
        RecordCodec<DeadLetter> letters = RecordCodec.of(DeadLetter.class);
        written.put(
                "payloads of dead letters",
                bench.read(topics.deadLetters()).stream()
                        .map(record -> letters.decode(record.value()).record().payloadBase64())
                        .map(payload -> new String(Base64.getDecoder().decode(payload), StandardCharsets.ISO_8859_1))
                        .toList());
        return written;
    }

    private List<String> logged() {
        return List.copyOf(log.list).stream()
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    private List<String> loggedAsJson() {
        JsonEncoder encoder = Logging.encoder(root().getLoggerContext());
        return List.copyOf(log.list).stream()
                .map(event -> new String(encoder.encode(event), StandardCharsets.UTF_8))
                .toList();
    }

    private static String text(ConsumerRecord<String, byte[]> record) {
        byte[] value = record.value() == null ? new byte[0] : record.value();
        return record.key() + " " + new String(value, StandardCharsets.ISO_8859_1);
    }

    private static List<String> both(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** Of what cannot be read nobody can tell whose contract calls what sensitive. */
    private static Json argsOfUnreadable() {
        return Json.of(Map.of("password", PASSWORD, "notes", LOOKING_LIKE_ONE));
    }

    private static Json args() {
        return Json.of(Map.of("card", CARD, "password", PASSWORD, "notes", LOOKING_LIKE_ONE, "n", 1));
    }

    private static Map<String, Object> error() {
        return Map.of(
                "class", "permanent",
                "code", "refused",
                "message", "card " + CARD + " was refused: " + ALL,
                "field", "password=" + WORD,
                "rule", "Bearer " + WORD + "abcdefghij1",
                "value", CARD + " and {\"password\":\"" + WORD + "\"}");
    }

    private static Map<String, Object> proposal(String runId, String tool, String kind, Json args) {
        Map<String, Object> proposal = new LinkedHashMap<>();
        proposal.put("type", "call");
        proposal.put("proposal_id", "p-" + runId + "-" + COUNT.incrementAndGet());
        proposal.put("run_id", runId);
        proposal.put("agent_id", "agent-1");
        proposal.put("turn", 1);
        proposal.put("tool", tool);
        proposal.put("kind", kind);
        proposal.put("args", args.node());
        if ("write".equals(kind)) {
            proposal.put("operation_id", "refund-7");
        }
        proposal.put("issued_at_ms", System.currentTimeMillis());
        return proposal;
    }

    private static Map<String, Object> result(Dispatch dispatch, String status, String effect) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("type", "result");
        result.put("dispatch_id", dispatch.dispatchId());
        result.put("run_id", dispatch.runId());
        if (dispatch.operationId() != null) {
            result.put("operation_id", dispatch.operationId());
        }
        result.put("epoch", dispatch.epoch());
        result.put("worker_id", "w");
        result.put("status", status);
        result.put("effect", effect);
        return result;
    }

    private static Map<String, Object> command(String type) {
        Map<String, Object> command = new LinkedHashMap<>();
        command.put("type", type);
        command.put("control_id", "c-" + COUNT.incrementAndGet());
        command.put("by", "password=" + WORD);
        command.put("reason", "they wrote " + ALL);
        return command;
    }

    private static void propose(Bench bench, String runId, String tool, String kind, Json args) throws Exception {
        send(bench, bench.topics().proposals(), runId, proposal(runId, tool, kind, args));
    }

    private static Dispatch dispatched(Bench bench, String topic, String runId) {
        return bench.await(topic, Dispatch.class, 1, d -> runId.equals(d.runId()) && "execute".equals(d.type()))
                .get(0);
    }

    private static Outcome outcome(Bench bench, String runId, String type) {
        return bench.await(
                        bench.topics().outcomes(),
                        Outcome.class,
                        1,
                        o -> runId.equals(o.runId()) && type.equals(o.type()))
                .get(0);
    }

    private static void send(Bench bench, String topic, String key, Map<String, Object> record) throws Exception {
        send(bench, topic, key, bytes(Json.of(record).canonical()));
    }

    private static void send(Bench bench, String topic, String key, byte[] record) throws Exception {
        bench.send(new ProducerRecord<>(topic, key, record));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    }

    private static Logger interlock() {
        return (Logger) LoggerFactory.getLogger("dev.interlock");
    }
}
