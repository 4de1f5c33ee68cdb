package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Proposal;
import dev.interlock.server.access.Access;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents and people that come over HTTP, at one gateway. */
class FrontDoorIT {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final AtomicInteger EXECUTIONS = new AtomicInteger();
    private static final CountDownLatch GATE = new CountDownLatch(1);
    private static final String RULES = """
        policies:
          front:
            extends: balanced
            approval: {tools: [order]}
            tools: {lose: {timeout_ms: 1000, max_timeout_ms: 1000, skew_ms: 300, settle_delay_ms: 300}}
            actions: {unknown_commit: deny}
        default_policy: front
        http:
          port: 0
          access:
            tokens:
              - {name: planner, sha256: %s, roles: [agent], agents: ["planner-*"], runs: ["order-*"]}
              - {name: ada, sha256: %s, roles: [operator]}
              - {name: bob, sha256: %s, roles: [approver]}
              - {name: cyd, sha256: %s, roles: [auditor]}
              - {name: dan, sha256: %s, roles: [admin]}
        """.formatted(
                    Access.sha256("planner"),
                    Access.sha256("ada"),
                    Access.sha256("bob"),
                    Access.sha256("cyd"),
                    Access.sha256("dan"));

    private static HttpClient http;
    private static Bench bench;

    @BeforeAll
    static void start() throws InterruptedException {
        Tool write = new Tool(
                context -> ToolOutput.ok(Map.of("done", EXECUTIONS.incrementAndGet())),
                (context, output) -> Verified.committed(1, false, "receipt"));
        bench = Bench.running(RULES)
                .with("look", Tool.reading(context -> ToolOutput.ok(Map.of("seen", 1))))
                .with("slow", Tool.reading(context -> {
                    GATE.await(60, TimeUnit.SECONDS);
                    return ToolOutput.ok(Map.of("seen", 2));
                }))
                .with("order", write)
                .with(
                        "lose",
                        new Tool(
                                context -> {
                                    throw new IllegalStateException("the line is dead");
                                },
                                (context, output) -> Verified.committed(1, false, "receipt")));
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        GATE.countDown();
        http.close();
        bench.close();
    }

    @Test
    void proposal_isAnswered_andTheSameOneAgainIsAnsweredAlike() throws Exception {
        String proposal = proposal("order-1", 1, "look", "read", "{}");
        JsonNode first = body(post("planner", "/api/proposals", proposal), 200);
        assertThat(first.path("type").asText()).isEqualTo("result");
        assertThat(first.path("value").path("seen").asInt()).isEqualTo(1);
        JsonNode again = body(post("planner", "/api/proposals", proposal), 200);
        assertThat(again.path("seq").asInt()).isEqualTo(first.path("seq").asInt());
    }

    @Test
    void proposalWhoseAnswerIsNotAwaited_isDecidedAllTheSame() throws Exception {
        String slow = proposal("order-2", 1, "slow", "read", "{}");
        JsonNode pending = body(post("planner", "/api/proposals?wait_ms=0", slow), 202);
        assertThat(pending.path("proposal_id").asText()).isEqualTo("p1");
        GATE.countDown();
        assertThat(body(post("planner", "/api/proposals", slow), 200)
                        .path("type")
                        .asText())
                .isEqualTo("result");
    }

    @Test
    void whatIsPublishedAboutARun_isFollowed_andGoneOnWithFromWhereItWasLeft() throws Exception {
        post("planner", "/api/proposals", proposal("order-3", 1, "look", "read", "{\"n\":1}"));
        post("planner", "/api/proposals", proposal("order-3", 2, "look", "read", "{\"n\":2}"));
        List<String> all = events("cyd", "/api/runs/order-3/events", "", 2);
        assertThat(all.get(0)).contains("event: result").contains("\"proposal_id\":\"p1\"");
        String first = all.get(0).lines().findFirst().orElseThrow().substring("id: ".length());
        assertThat(events("planner", "/api/runs/order-3/events", first, 1).get(0))
                .contains("\"proposal_id\":\"p2\"");
    }

    @Test
    void stop_isInForceWhenItIsAnswered_andItsReportIsFollowed_untilItIsLifted() throws Exception {
        String stop = "{\"control_id\":\"s-1\",\"scope\":{\"kind\":\"run\",\"id\":\"order-4\"},\"reason\":\"loops\"}";
        post("planner", "/api/proposals", proposal("order-4", 1, "look", "read", "{}"));
        JsonNode told = body(post("ada", "/api/stops", stop), 200);
        assertThat(told.path("in_force").asBoolean()).isTrue();
        assertThat(told.path("by").asText()).isEqualTo("ada");
        JsonNode ended = body(post("planner", "/api/proposals", proposal("order-4", 2, "look", "read", "{}")), 200);
        assertThat(ended.path("type").asText()).isEqualTo("terminal");
        assertThat(ended.path("reason").asText()).isEqualTo("operator_stop");
        assertThat(events("cyd", "/api/stops/s-1/events", "", 1).get(0)).contains("event: containment");
        assertThat(body(post("ada", "/api/lifts", stop.replace("s-1", "l-1")), 200)
                        .path("in_force")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void heldCall_isApprovedByAnApprover_onlyAsItWasSeen() throws Exception {
        String order = proposal("order-5", 1, "order", "write", "{\"n\":5}")
                .replace("\"args\"", "\"operation_id\":\"op-5\",\"args\"");
        JsonNode paused = body(post("planner", "/api/proposals", order), 200);
        assertThat(paused.path("type").asText()).isEqualTo("paused");
        String hold = paused.path("hold").path("hold_id").asText();
        String path = "/api/runs/order-5/holds/" + URLEncoder.encode(hold, StandardCharsets.UTF_8) + "/approve";
        String digest = paused.path("hold").path("digest").asText();
        JsonNode other = body(post("bob", path, "{\"digest\":\"" + "0".repeat(64) + "\",\"reason\":\"fine\"}"), 409);
        assertThat(other.path("field").asText()).isEqualTo("digest");
        body(post("bob", path, "{\"digest\":\"" + digest + "\",\"reason\":\"fine\"}"), 200);
        List<String> events = events("cyd", "/api/runs/order-5/events", "", 2);
        assertThat(events.get(1)).contains("event: result");
        assertThat(operation("op-5", "committed").approvalId()).isEqualTo(hold);
    }

    @Test
    void unknownOperation_isSettledByWhoSawItsVersion() throws Exception {
        String lose =
                proposal("order-6", 1, "lose", "write", "{}").replace("\"args\"", "\"operation_id\":\"op-6\",\"args\"");
        body(post("planner", "/api/proposals", lose), 200);
        LedgerOperation unknown = operation("op-6", "unknown");
        String found =
                "{\"state\":\"committed\",\"receipt\":\"r-6\",\"observed_at_ms\":%d,\"reason\":\"seen in the books\"}"
                        .formatted(unknown.updatedAtMs() + 600_000);
        assertThat(post("ada", "/api/operations/op-6/resolve", found).statusCode())
                .isEqualTo(428);
        JsonNode stale = body(
                http.send(
                        request("ada", "/api/operations/op-6/resolve", found)
                                .header("If-Match", "\"" + (unknown.version() + 7) + "\"")
                                .build(),
                        HttpResponse.BodyHandlers.ofString()),
                409);
        assertThat(stale.path("field").asText()).isEqualTo("expect_version");
    }

    @ParameterizedTest(name = "{0} at {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "nobody | /api/proposals | 401",
                "cyd | /api/proposals | 403",
                "ada | /api/proposals | 403",
                "planner | /api/stops | 403",
                "bob | /api/stops | 403",
                "cyd | /api/stops | 403",
                "dan | /api/stops | 403",
                "planner | /api/lifts | 403",
                "planner | /api/runs/order-9/holds/h/approve | 403",
                "ada | /api/runs/order-9/holds/h/approve | 403",
                "bob | /api/operations/o/resolve | 403",
                "planner | /api/runs/order-9/resume | 403",
                "planner | /api/runs/order-9/grant | 403",
                "bob | /api/signs-of-life | 403",
                "ada | /api/policies | 403",
                "planner | /api/policies | 403",
            })
    void whoMayNot_isRefused(String who, String path, int status) throws Exception {
        HttpResponse<String> answer = post(who, path, "{\"reason\":\"because\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void agent_mayNotProposeForAnother_norInAnothersRun_norSeeIt() throws Exception {
        String mine = proposal("order-7", 1, "look", "read", "{}");
        assertThat(post("planner", "/api/proposals", mine.replace("planner-1", "coder-1"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("planner", "/api/proposals", mine.replace("order-7", "refund-7"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(http.send(
                                HttpRequest.newBuilder(at("/api/runs/refund-7/events"))
                                        .header("Authorization", "Bearer planner")
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
        assertThat(bench.await(bench.topics().proposals(), Proposal.class, 0, proposal -> true).stream()
                        .map(Proposal::runId))
                .doesNotContain("order-7", "refund-7");
    }

    @ParameterizedTest(name = "{1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "planner | /api/proposals | {\"type\":\"call\"} | 400 | proposal_id",
                "planner | /api/proposals | [1] | 400 | the body",
                "ada | /api/stops | {\"scope\":{\"kind\":\"galaxy\"},\"reason\":\"x\"} | 400 | scope",
                "ada | /api/stops | {\"scope\":{\"kind\":\"all\"}} | 400 | reason",
                "ada | /api/stops | {\"scope\":{\"kind\":\"all\"},\"reason\":\"x\",\"by\":\"eve\"} | 400 | by",
                "ada | /api/runs/order-8/resume | {\"change\":\"again\",\"reason\":\"x\"} | 400 | change",
                "ada | /api/runs/order-8/grant | {\"grants\":[],\"reason\":\"x\"} | 400 | grants",
                "ada | /api/runs/order-8/grant | {\"grants\":[{\"budget\":\"calls\",\"amount\":5}],\"reason\":\"x\"}"
                        + " | 409 | run_id",
                "dan | /api/policies | {\"scope\":{\"kind\":\"all\"},\"policy\":{\"nmae\":\"x\"},\"reason\":\"x\"} |"
                        + " 400 | policy.",
            })
    void whatCannotBe_isRefusedWithItsField(String who, String path, String body, int status, String field)
            throws Exception {
        JsonNode problem = body(post(who, path, body), status);
        assertThat(problem.path("field").asText()).startsWith(field);
        assertThat(problem.path("rule").asText()).isNotEmpty();
    }

    private static LedgerOperation operation(String id, String state) {
        LedgerView ledger =
                new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE);
        return Awaitility.await()
                .atMost(Bench.PATIENCE)
                .until(
                        () -> ledger.operation(id),
                        found -> found.filter(it -> state.equals(it.state())).isPresent())
                .orElseThrow();
    }

    private static String proposal(String run, int turn, String tool, String kind, String args) {
        return """
            {"type":"call","proposal_id":"p%d","run_id":"%s","agent_id":"planner-1","turn":%d,"tool":"%s","kind":"%s",\
            "args":%s}\
            """.formatted(turn, run, turn, tool, kind, args);
    }

    private static List<String> events(String who, String path, String last, int count) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).header("Authorization", "Bearer " + who);
        if (!last.isEmpty()) {
            request.header("Last-Event-ID", last);
        }
        HttpResponse<InputStream> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        List<String> events = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            StringBuilder event = new StringBuilder();
            while (events.size() < count) {
                String line = lines.readLine();
                assertThat(line).as("the stream ended after %s", events).isNotNull();
                if (!line.isEmpty()) {
                    event.append(line.startsWith(":") ? "" : line + "\n");
                } else if (!event.isEmpty()) {
                    events.add(event.toString());
                    event.setLength(0);
                }
            }
        }
        return events;
    }

    private static JsonNode body(HttpResponse<String> answer, int status) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return MAPPER.readTree(answer.body());
    }

    private static HttpResponse<String> post(String who, String path, String body) throws Exception {
        return http.send(request(who, path, body).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String who, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return who.equals("nobody") ? request : request.header("Authorization", "Bearer " + who);
    }

    private static URI at(String path) {
        return URI.create(bench.address().orElseThrow() + path);
    }
}
