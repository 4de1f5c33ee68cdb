package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.PublicationReader;
import dev.interlock.server.wire.RunCommands;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.agent.AgentClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/**
 * Input that cannot be understood, on every input topic: each record gets its dead letter with field and rule, and good
 * records around them are decided. {@link MutatedInputIT} does the same with any number of them.
 */
class BadInputTableIT {
    private static final Tool LOOK = Tool.reading(context -> ToolOutput.ok(Map.of("seen", 1)));
    private static final String GOOD = """
        {"type":"call","proposal_id":"p","run_id":"r","agent_id":"a","turn":1,"tool":"look","kind":"read",\
        "args":{"n":1},"issued_at_ms":1796000000000}\
        """;
    private static final String RESULT = """
        {"type":"result","dispatch_id":"d","run_id":"r","epoch":1,"worker_id":"w","status":"ok","effect":"none",\
        "evidence":{"revision":1,"done":false},"value":1}\
        """;
    private static final String ADMISSION = """
        {"type":"admit","request_id":"q","run_id":"r","operation_id":"o","attempt":0,"replay":false,"base":[],\
        "head":{"chain":"run:r","seq":0,"hash":""},"chain_limits":{"depth":3,"activations":9}}\
        """;
    private static final String ADMITTED = """
        {"to":"admit","verdict":"admitted","request_id":"q","run_id":"r","operation_id":"o","epoch":0,"version":0,\
        "approval_used":false,"base":[],"appended_at_ms":1796000000000,"head":{"chain":"op:o","seq":0,"hash":""}}\
        """;
    private static final String STOP = """
        {"type":"stop","control_id":"c","by":"ann","reason":"test","scope":{"kind":"run","id":"nobody"}}\
        """;

    /** A bad record, and the field and rule its dead letter must name. */
    private record Row(String topic, String key, byte[] value, String field, String rule) {}

    private static Map<String, Row> rows(Topics topics) {
        Map<String, Row> rows = new LinkedHashMap<>();
        wholes(rows, topics.proposals());
        arguments(rows, topics.proposals());
        fields(rows, topics.proposals());
        others(rows, topics);
        return rows;
    }

    private static void wholes(Map<String, Row> rows, String proposals) {
        rows.put("no JSON", row(proposals, "r", "hello", "", "format"));
        rows.put("an empty record", row(proposals, "r", "", "", "format"));
        rows.put("a record cut short", row(proposals, "r", GOOD.substring(0, 40), "proposal_id", "syntax"));
        rows.put("two records in one", row(proposals, "r", GOOD + GOOD, "", "trailing_content"));
        rows.put(
                "the same key twice",
                row(proposals, "r", with("\"turn\":1", "\"turn\":1,\"turn\":2"), "turn", "duplicate_key"));
        rows.put(
                "the same key twice inside",
                row(proposals, "r", with("{\"n\":1}", "{\"n\":1,\"n\":2}"), "args.n", "duplicate_key"));
    }

    private static void arguments(Map<String, Row> rows, String proposals) {
        rows.put(
                "half a surrogate pair",
                row(proposals, "r", with("\"n\":1", "\"n\":\"\\ud800\""), "args.n", "lone_surrogate"));
        rows.put("not a number", row(proposals, "r", with("\"n\":1", "\"n\":NaN"), "args.n", "syntax"));
        rows.put(
                "an exploding number", row(proposals, "r", with("\"n\":1", "\"n\":1e99999999999"), "args.n", "number"));
        rows.put("too deep", row(proposals, "r", with("{\"n\":1}", "[".repeat(70) + "]".repeat(70)), "args", "depth"));
        rows.put("bytes that are no UTF-8", new Row(proposals, "r", bent(GOOD), "", "utf8"));
    }

    private static void fields(Map<String, Row> rows, String proposals) {
        rows.put(
                "a text where a number stands",
                row(proposals, "r", with("\"turn\":1", "\"turn\":\"one\""), "turn", "type"));
        rows.put(
                "a fraction where a whole number stands",
                row(proposals, "r", with("\"turn\":1", "\"turn\":1.5"), "turn", "type"));
        rows.put("a negative turn", row(proposals, "r", with("\"turn\":1", "\"turn\":-1"), "turn", "range"));
        rows.put(
                "a number beyond 64 bits",
                row(proposals, "r", with("\"turn\":1", "\"turn\":99999999999999999999"), "turn", "range"));
        rows.put(
                "a time beyond all times",
                row(proposals, "r", with("1796000000000", "9223372036854775807"), "issued_at_ms", "range"));
        rows.put("no proposal id", row(proposals, "r", with("\"proposal_id\":\"p\",", ""), "proposal_id", "required"));
        rows.put(
                "an endless id",
                row(proposals, "r", with("\"p\"", "\"" + "p".repeat(300) + "\""), "proposal_id", "length"));
    }

    private static void others(Map<String, Row> rows, Topics topics) {
        String proposals = topics.proposals();
        rows.put("a key that is not the run", row(proposals, "other", GOOD, "key", "must equal run_id"));
        rows.put("no key", row(proposals, null, GOOD, "key", "required"));
        rows.put(
                "Avro of an unknown schema",
                new Row(proposals, "r", hex("c301aabbccddeeff0011"), "", "unknown_schema"));
        rows.put("Avro cut short", new Row(proposals, "r", avroCutShort(), "", "avro"));
        rows.put("a registry's framing", new Row(proposals, "r", hex("0000000001aabb"), "", "format"));
        rows.put("a result that is a list", row(topics.results(), "r", "[]", "", "format"));
        rows.put(
                "a result without a dispatch",
                row(topics.results(), "r", RESULT.replace("\"dispatch_id\":\"d\",", ""), "dispatch_id", "required"));
        rows.put("a write's result without type", row(topics.operationResults(), "o", "{}", "type", "required"));
        rows.put(
                "a command without a scope",
                row(
                        topics.control(),
                        "c",
                        "{\"type\":\"lift\",\"control_id\":\"c\",\"by\":\"a\",\"reason\":\"b\"}",
                        "scope",
                        "required"));
        rows.put(
                "a sign of life for one agent alone",
                row(
                        topics.control(),
                        "c",
                        STOP.replace("\"stop\"", "\"alive\"").replace("{\"type\"", "{\"valid_for_ms\":1,\"type\""),
                        "scope",
                        "absent or all for alive in this version"));
        admissions(rows, topics);
        rows.put(
                "a command nobody knows",
                row(topics.control(), "c", STOP.replace("\"stop\"", "\"dance\""), "type", ControlReader.COMMAND_RULE));
        resumes(rows, topics);
        publications(rows, topics);
    }

    private static void publications(Map<String, Row> rows, Topics topics) {
        String whole = PolicyDocument.of(Presets.strict()).body().canonical();
        String publish = "{\"type\":\"publish_policy\",\"control_id\":\"c\",\"by\":\"a\",\"reason\":\"b\"%s}";
        String all = ",\"scope\":{\"kind\":\"all\"},\"policy\":";
        rows.put(
                "a policy for nobody",
                row(
                        topics.control(),
                        Keys.PUBLICATIONS,
                        publish.formatted(",\"policy\":" + whole),
                        "scope",
                        PublicationReader.SCOPE_RULE));
        rows.put(
                "a publication of nothing",
                row(
                        topics.control(),
                        Keys.PUBLICATIONS,
                        publish.formatted(",\"scope\":{\"kind\":\"all\"}"),
                        "policy",
                        "required"));
        rows.put(
                "a policy that is a list",
                row(topics.control(), Keys.PUBLICATIONS, publish.formatted(all + "[]"), "policy", "must be a mapping"));
        rows.put(
                "a policy that takes the rest from elsewhere",
                row(
                        topics.control(),
                        Keys.PUBLICATIONS,
                        publish.formatted(all + "{\"extends\":\"strict\"," + whole.substring(1)),
                        "policy.extends",
                        "must be left out where every field is there, for nothing is taken from elsewhere"));
    }

    private static void resumes(Map<String, Row> rows, Topics topics) {
        String resume = "{\"type\":\"resume\",\"control_id\":\"c\",\"by\":\"a\",\"reason\":\"b\",\"run_id\":\"r\"%s}";
        rows.put("a bare retry", row(topics.control(), "c", resume.formatted(""), "change", "required"));
        rows.put(
                "a resume because of nothing",
                row(
                        topics.control(),
                        "c",
                        resume.formatted(",\"change\":\"try_again\""),
                        "change",
                        RunCommands.CHANGE_RULE));
        String carryOver = """
            {"to":"resume","verdict":"carried_over","run_id":"r~1","epoch":0,"version":0,"appended_at_ms":1,\
            "carry_over":{"ended_run_id":"r","control_id":"c","change":"new_cursor","state":{"digest":"0"}},\
            "head":{"chain":"run:r","seq":1,"hash":"0"}}\
            """;
        rows.put(
                "a beginning of a run that was damaged on its way",
                row(topics.stageAnswers(), "r~1", carryOver, "carry_over.state", "must have the digest it names"));
    }

    /** Only the gateway writes these; an access rule can be forgotten. */
    private static void admissions(Map<String, Row> rows, Topics topics) {
        rows.put(
                "an admission without limits",
                row(
                        topics.stageRequests(),
                        "o",
                        ADMISSION.replace(",\"chain_limits\":{\"depth\":3,\"activations\":9}", ""),
                        "chain_limits",
                        "required"));
        rows.put(
                "an admission to any depth",
                row(
                        topics.stageRequests(),
                        "o",
                        ADMISSION.replace("\"depth\":3", "\"depth\":3000"),
                        "chain_limits",
                        "range"));
        rows.put(
                "an admission without a place",
                row(
                        topics.stageAnswers(),
                        "r",
                        ADMITTED,
                        "verdict",
                        "admitted with a place, or refused with a reason"));
    }

    @Test
    void everyBadRecord_getsItsDeadLetterNamingFieldAndRule_andGoodOnesAreDecided() throws Exception {
        try (Bench bench = Bench.running().with("look", LOOK)) {
            AgentClient agent = bench.agent();
            Map<String, Row> rows = rows(bench.topics());
            assertThat(rows).hasSizeGreaterThanOrEqualTo(25);
            Map<String, String> wanted = new TreeMap<>();
            int n = 0;
            for (Map.Entry<String, Row> row : rows.entrySet()) {
                Position at = bench.sendTo(new ProducerRecord<>(
                        row.getValue().topic(),
                        row.getValue().key(),
                        row.getValue().value()));
                wanted.put(at.toString(), row.getKey());
                n++;
                if (n % 5 == 0) {
                    Outcome good = agent.propose(
                            agent.run("good-" + n, "a")
                                    .read("look", Map.of("n", n))
                                    .build(),
                            Bench.PATIENCE);
                    assertThat(good.status()).isEqualTo("ok");
                }
            }
            List<DeadLetter> letters =
                    bench.await(bench.topics().deadLetters(), DeadLetter.class, rows.size(), letter -> true);
            Map<String, DeadLetter> byRow = letters.stream()
                    .collect(Collectors.toMap(
                            letter -> wanted.get(new Position(
                                            letter.source().topic(),
                                            letter.source().partition(),
                                            letter.source().offset())
                                    .toString()),
                            Function.identity()));
            rows.forEach((name, row) -> assertLetter(name, row, byRow.get(name)));
        }
    }

    private static void assertLetter(String name, Row row, DeadLetter letter) {
        assertThat(letter).as(name).isNotNull();
        assertThat(letter.error().field()).as("field of: %s", name).isEqualTo(row.field());
        assertThat(letter.error().rule()).as("rule of: %s", name).isEqualTo(row.rule());
    }

    private static String with(String part, String instead) {
        return GOOD.replace(part, instead);
    }

    private static Row row(String topic, String key, String value, String field, String rule) {
        return new Row(topic, key, value.getBytes(StandardCharsets.UTF_8), field, rule);
    }

    private static byte[] bent(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes[text.indexOf("look")] = (byte) 0xff;
        return bytes;
    }

    private static byte[] avroCutShort() {
        RecordCodec<Proposal> codec = RecordCodec.of(Proposal.class);
        byte[] whole =
                codec.encode(codec.decode(GOOD.getBytes(StandardCharsets.UTF_8)).record(), Format.AVRO);
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
