package dev.interlock.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.server.config.HttpSettings;
import dev.interlock.server.stream.GatewayStreams.Condition;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever looks after a gateway asks it over HTTP, and nobody holds it up by that. */
class HttpServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final HttpSettings ANY_PORT =
            new HttpSettings("127.0.0.1", 0, Duration.ofMillis(300), Optional.empty());

    private final AtomicReference<Condition> condition = new AtomicReference<>(Condition.PREPARING);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpServer server = HttpServer.start(ANY_PORT, condition::get, registry, List.of());
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "PREPARING, 200, 503",
        "RUNNING,   200, 200",
        "ENDING,    200, 503",
        "CLOSED,    503, 503",
        "FAILED,    503, 503"
    })
    void conditionOfTheGateway_isWhetherItLives_andWhetherItTakesWork(Condition now, int health, int ready)
            throws Exception {
        condition.set(now);
        assertThat(get("/health").statusCode()).isEqualTo(health);
        HttpResponse<String> answer = get("/ready");
        assertThat(answer.statusCode()).isEqualTo(ready);
        assertThat(answer.body()).contains(now.name().toLowerCase(Locale.ROOT));
        assertThat(type(answer)).isEqualTo(ready == 200 ? "application/json" : "application/problem+json");
    }

    @Test
    void metrics_areWhatPrometheusReads() throws Exception {
        registry.counter("interlock.decisions", "decision", "granted").increment();
        HttpResponse<String> text = get("/metrics");
        assertThat(text.body()).contains("interlock_decisions_total{decision=\"granted\"} 1.0");
        assertThat(type(text)).startsWith("text/plain; version=0.0.4");
        HttpResponse<String> open = send(request("/metrics").header("Accept", "application/openmetrics-text"));
        assertThat(open.body()).endsWith("# EOF\n");
        assertThat(type(open)).startsWith("application/openmetrics-text");
    }

    @Test
    void whatIsNotThere_orCannotBeDone_isAProblemThatSaysWhat() throws Exception {
        HttpResponse<String> nothing = get("/run");
        assertThat(nothing.statusCode()).isEqualTo(404);
        assertThat(nothing.body()).contains("\"status\":404").contains("There is /health, /metrics, /ready.");
        HttpResponse<String> posted = send(request("/ready").POST(BodyPublishers.ofString("{}")));
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).contains("GET, HEAD");
        HttpResponse<String> head = send(request("/health").HEAD());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void hugeHeaders_andWhatIsNoRequest_areRefused_withoutSayingWhatItIsBuiltOf() throws Exception {
        HttpResponse<String> huge = send(request("/health").header("X-Long", "a".repeat(20_000)));
        assertThat(huge.statusCode()).isEqualTo(431);
        assertThat(type(huge)).isEqualTo("application/problem+json");
        assertThat(huge.body()).doesNotContainIgnoringCase("jetty");
        assertThat(huge.headers().firstValue("Server")).isEmpty();

        String answer = raw("GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    }

    @Test
    void whoSendsHalfARequest_isCutOff_andOthersAreAnsweredMeanwhile() throws Exception {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Socket socket = connect();
            socket.getOutputStream().write("GET /health HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
            slow.add(socket);
        }
        assertThat(get("/health").statusCode()).isEqualTo(200);
        for (Socket socket : slow) {
            assertThat(read(socket)).isEmpty();
        }
    }

    @Test
    void oneConnectionMoreThanItHolds_isAnsweredWhenAnotherEnds() throws Exception {
        HttpSettings patient = new HttpSettings("127.0.0.1", 0, PATIENCE, Optional.empty());
        try (HttpServer full = HttpServer.start(patient, condition::get, registry, List.of())) {
            List<Socket> held = new ArrayList<>();
            for (int i = 0; i < HttpServer.MOST_CONNECTIONS; i++) {
                held.add(asking(full));
                assertThat(held.getLast().getInputStream().read()).isEqualTo('H');
            }
            Socket further = asking(full);
            further.setSoTimeout(500);
            assertThatThrownBy(() -> further.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

            held.getFirst().close();
            further.setSoTimeout((int) PATIENCE.toMillis());
            assertThat(further.getInputStream().read()).isEqualTo('H');
            held.add(further);
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void portThatIsTaken_isNamed() {
        HttpSettings taken = new HttpSettings("127.0.0.1", server.address().getPort(), PATIENCE, Optional.empty());
        assertThatThrownBy(() -> HttpServer.start(taken, condition::get, registry, List.of()))
                .isInstanceOf(HttpException.class)
                .hasMessageContaining("http.host, http.port: cannot listen at 127.0.0.1:" + taken.port());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String type(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Type").orElse("");
    }

    private String raw(String request) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            return read(socket);
        }
    }

    private static String read(Socket socket) throws IOException {
        try (socket) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static Socket asking(HttpServer server) throws IOException {
        Socket socket = connect(server);
        socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private Socket connect() throws IOException {
        return connect(server);
    }

    private static Socket connect(HttpServer server) throws IOException {
        URI address = server.address();
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }
}
