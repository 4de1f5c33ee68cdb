package dev.interlock.server.http;

import static dev.interlock.server.access.Role.AUDITOR;
import static dev.interlock.server.access.Role.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.server.access.Access;
import dev.interlock.server.access.AccessSettings;
import dev.interlock.server.access.AccessSettings.Token;
import dev.interlock.server.access.Caller;
import dev.interlock.server.access.Names;
import dev.interlock.server.access.Role;
import dev.interlock.server.config.HttpSettings;
import dev.interlock.server.stream.GatewayStreams.Condition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each request comes to the one who answers it, or is told why not. */
class RouterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofMillis(300);
    private static final String JSON = "application/json";

    private final CountDownLatch free = new CountDownLatch(1);
    private final CompletableFuture<Reply> later = new CompletableFuture<>();
    private final BlockingQueue<EventSink> listeners = new LinkedBlockingQueue<>();
    private final CountDownLatch gone = new CountDownLatch(1);
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final HttpServer server = started(Optional.of(access()));

    @AfterEach
    void end() {
        free.countDown();
        client.close();
        server.close();
    }

    @Test
    void parameters_areWhatThePathAndTheQuerySay_whateverCharactersTheyHave() throws Exception {
        HttpResponse<String> answer = get("/api/things/a%2Fb%20+%25?limit=3");
        assertThat(answer.body()).isEqualTo("{\"id\":\"a/b +%\",\"limit\":3,\"caller\":\"ann\"}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(get("/api/things/a?limit=").body()).contains("\"limit\":7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/things/a?limit=0    | limit | must be a whole number from 1 to 9 | 0",
                "/api/things/a?limit=many | limit | must be a whole number from 1 to 9 | many",
                "/api/things/a?limit=1&limit=2 | limit | must be there once | [1, 2]",
                "/api/things/a?limits=1   | limits | is no parameter here; there is limit | 1",
                "/api/things/             | id | must be there | empty"
            })
    void whatIsWrong_isNamedByFieldRuleAndValue(String path, String field, String rule, String value) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body())
                .contains("\"field\":\"" + field + "\"")
                .contains("\"rule\":\"" + rule + "\"")
                .contains("\"value\":\"" + value + "\"");
    }

    @Test
    void whoMayNotAsk_isToldWhy() throws Exception {
        HttpResponse<String> unknown = send(request("/api/things/a"));
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"interlock\"");
        HttpResponse<String> other =
                send(request("/api/things").header("Authorization", "Bearer b").POST(BodyPublishers.ofString("{}")));
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.body()).contains("bob may not do this: it needs a role of operator.");
        try (HttpServer closed = started(Optional.empty())) {
            HttpResponse<String> nobody = client.send(
                    HttpRequest.newBuilder(closed.address().resolve("/api/things/a"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(nobody.statusCode()).isEqualTo(403);
            assertThat(nobody.body()).contains("http.access is not in the gateway's configuration");
        }
    }

    @Test
    void otherMethods_formsAndBodies_areRefused_withWhatIsTaken() throws Exception {
        HttpResponse<String> method = send(asAnn("/api/things/a").DELETE());
        assertThat(method.statusCode()).isEqualTo(405);
        assertThat(method.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(send(asAnn("/api/things").GET()).headers().firstValue("Allow"))
                .contains("POST");
        assertThat(send(asAnn("/api/things/a").header("Accept", "text/html")).statusCode())
                .isEqualTo(406);
        assertThat(send(asAnn("/api/things/a").header("Accept", "text/html, application/*;q=0.5"))
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> form = send(asAnn("/api/things").POST(BodyPublishers.ofString("a=b")));
        assertThat(form.statusCode()).isEqualTo(415);
        assertThat(form.headers().firstValue("Accept-Post")).contains(JSON);
        assertThat(post("{\"a\":1}").body()).isEqualTo("{\"a\":1}");
        assertThat(post("a".repeat(Router.MOST_BYTES)).statusCode()).isEqualTo(200);
        assertThat(post("a".repeat(Router.MOST_BYTES + 1)).statusCode()).isEqualTo(413);
    }

    @Test
    void aBodyOfUnknownLength_isBoundedToo() throws Exception {
        byte[] piece = "a".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            pieces.add(piece);
        }
        HttpResponse<String> answer =
                send(asAnn("/api/things").header("Content-Type", JSON).POST(BodyPublishers.ofByteArrays(pieces)));
        assertThat(answer.statusCode()).isEqualTo(413);
    }

    @Test
    void whoHasAVersionAlready_isNotGivenItAgain() throws Exception {
        HttpResponse<String> first = get("/api/version");
        assertThat(first.headers().firstValue("ETag")).contains("\"v3\"");
        for (String known : List.of("\"v3\"", "W/\"v3\"", "\"v2\", \"v3\"", "*")) {
            HttpResponse<String> again = send(asAnn("/api/version").header("If-None-Match", known));
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.headers().firstValue("ETag")).contains("\"v3\"");
        }
        assertThat(send(asAnn("/api/version").header("If-None-Match", "\"v2\"")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void anAnswerThatComesLater_isWaitedForLongerThanAnIdleOtherSide_andMayBeAProblem() throws Exception {
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(asAnn("/api/later").build(), BodyHandlers.ofString());
        later.orTimeout(IDLE.multipliedBy(4).toMillis(), TimeUnit.MILLISECONDS);
        later.exceptionally(timeout -> null).join();
        assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).statusCode())
                .isEqualTo(504);
    }

    @Test
    void events_comeAsTheyAreSent_andWhoMakesThemIsToldWhenNobodyListens() throws Exception {
        HttpResponse<InputStream> stream = client.send(
                asAnn("/api/events").header("Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
        EventSink sink = listeners.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(stream.headers().firstValue("Content-Type")).contains("text/event-stream");
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
        assertThat(sink.send("outcome", Optional.of("7"), "one\ntwo")).isTrue();
        sink.end();
        assertThat(lines.lines().filter(line -> !line.startsWith(":") && !line.isEmpty()))
                .containsExactly("id: 7", "event: outcome", "data: one", "data: two");
        assertThat(gone.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(sink.send("outcome", Optional.empty(), "three")).isFalse();
    }

    @Test
    void whoTakesNoEvents_isCutOff() throws Exception {
        try (Socket socket =
                new Socket(server.address().getHost(), server.address().getPort())) {
            socket.getOutputStream()
                    .write("GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            EventSink sink = listeners.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            String much = "a".repeat(100_000);
            int sent = 0;
            while (sink.send("outcome", Optional.empty(), much)) {
                sent++;
                assertThat(sent).isLessThan(10 * EventSink.MOST_WAITING);
            }
            assertThat(gone.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whenAllWhoAnswerAreBusy_othersAreToldToComeAgain_andWhetherItLivesIsStillAnswered() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            held.add(client.sendAsync(asAnn("/api/slow").build(), BodyHandlers.ofString()));
        }
        HttpResponse<String> refused = CompletableFuture.anyOf(held.toArray(CompletableFuture[]::new))
                .thenApply(RouterTest::cast)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(send(request("/health")).statusCode()).isEqualTo(200);
        free.countDown();
        for (CompletableFuture<HttpResponse<String>> answer : held) {
            assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).statusCode())
                    .isIn(200, 503);
        }
    }

    @SuppressWarnings("unchecked")
    private static HttpResponse<String> cast(Object answer) {
        return (HttpResponse<String>) answer;
    }

    @Test
    void aMistakeOfTheGateway_isNotToldToWhoAsked() throws Exception {
        HttpResponse<String> answer = get("/api/mistake");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("inner workings");
    }

    private HttpServer started(Optional<AccessSettings> access) {
        Set<Role> both = Set.of(AUDITOR, OPERATOR);
        List<Route> routes = List.of(
                Route.get("/api/things/{id}", both, RouterTest::thing).with("limit"),
                Route.post("/api/things", Set.of(OPERATOR), asked -> Answer.json(200, text(asked.body()))),
                Route.get("/api/version", both, asked -> Answer.json(200, "{}").tagged("v3")),
                Route.get("/api/later", both, asked -> new Reply.Later(later.handle(RouterTest::inTime))),
                Route.get("/api/slow", both, this::slow),
                Route.get("/api/mistake", both, asked -> {
                    throw new IllegalStateException("inner workings");
                }),
                Route.get(
                                "/api/events",
                                both,
                                asked -> new Reply.Events(sink -> {
                                    listeners.add(sink);
                                    return gone::countDown;
                                }))
                        .giving(EventStream.TYPE));
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, IDLE, access);
        return HttpServer.start(settings, () -> Condition.RUNNING, new SimpleMeterRegistry(), routes);
    }

    private static Answer thing(Asked asked) {
        return Answer.json(
                200,
                "{\"id\":\"%s\",\"limit\":%d,\"caller\":\"%s\"}"
                        .formatted(
                                asked.path("id"),
                                asked.number("limit", 7, 1, 9),
                                asked.caller().name()));
    }

    private Answer slow(Asked asked) {
        try {
            free.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Answer.json(200, "{}");
    }

    private static Reply inTime(Reply reply, Throwable late) {
        if (late != null) {
            throw Problem.of(504, "Not in time", "Nothing came in time.").exception(late);
        }
        return reply;
    }

    private static AccessSettings access() {
        return new AccessSettings(
                List.of(
                        new Token(Access.sha256("a"), caller("ann", OPERATOR)),
                        new Token(Access.sha256("b"), caller("bob", AUDITOR))),
                Optional.empty());
    }

    private static Caller caller(String name, Role role) {
        return new Caller(name, Set.of(role), Names.NONE, Names.NONE);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(asAnn(path));
    }

    private HttpResponse<String> post(String body) throws Exception {
        return send(asAnn("/api/things").header("Content-Type", JSON).POST(BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder asAnn(String path) {
        return request(path).header("Authorization", "Bearer a");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
