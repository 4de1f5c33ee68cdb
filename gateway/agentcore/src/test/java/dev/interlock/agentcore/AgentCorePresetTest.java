package dev.interlock.agentcore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.runtime.RuntimeLink;
import dev.interlock.server.runtime.RuntimePreset;
import dev.interlock.server.runtime.RuntimeReply;
import dev.interlock.server.runtime.RuntimeReply.Kind;
import dev.interlock.server.wire.RuntimeRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** The requests the preset sends, held by a stand-in for the service that checks what the service would check. */
class AgentCorePresetTest {
    private static final String ARN = "arn:aws:bedrock-agentcore:eu-central-1:123456789012:runtime/planner-abc";
    private static final String RUN = "run-0123456789-0123456789-0123456789";
    private static final String SECRET = "example-secret";
    private static final RuntimeRequest REQUEST =
            RuntimeRequest.of(new Stop(StopScope.RUN, RUN, "stop-1@0-7"), RUN, "planner-1", 1);

    private final List<SignedRequest> received = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int status = 200;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                received.add(SignedRequest.of(exchange));
                byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    @Test
    void aRequest_isSignedForRegionAndService_andNamesRuntimeRunAndToken() throws Exception {
        assertThat(ask("").kind()).isEqualTo(Kind.REQUESTED);
        SignedRequest request = received.getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.uri().getPath()).isEqualTo("/runtimes/" + ARN + "/stopruntimesession");
        assertThat(request.uri().getQuery()).isEqualTo("qualifier=prod");
        assertThat(request.header("X-Amzn-Bedrock-AgentCore-Runtime-Session-Id"))
                .isEqualTo(RUN);
        assertThat(request.body()).isEqualTo("{\"clientToken\":\"" + REQUEST.id() + "\"}");
        assertThat(request.accessKey()).isEqualTo("example-key");
        assertThat(request.regionAndService()).isEqualTo("eu-central-1/bedrock-agentcore");
        assertThat(request.isSignedWith(SECRET)).isTrue();
        assertThat(request.isSignedWith("another")).isFalse();
    }

    @Test
    void theToken_isTheSameEachTime_andHasALengthTheServiceTakes() throws Exception {
        ask("");
        ask("");
        assertThat(received)
                .extracting(SignedRequest::body)
                .hasSize(2)
                .containsOnly(received.getFirst().body());
        assertThat(REQUEST.id()).hasSizeBetween(33, 256);
    }

    @Test
    void aFaultOfTheService_isToBeTriedAgain_aRefusalIsNot_andTheSdkTriesNothingByItself() throws Exception {
        status = 503;
        assertThat(ask("").kind()).isEqualTo(Kind.AGAIN);
        status = 429;
        assertThat(ask("").kind()).isEqualTo(Kind.AGAIN);
        status = 404;
        assertThat(ask("").kind()).isEqualTo(Kind.REFUSED);
        assertThat(received).hasSize(3);
        server.stop(0);
        RuntimeReply silent = ask("");
        assertThat(silent.kind()).isEqualTo(Kind.AGAIN);
        assertThat(silent.status()).isEmpty();
    }

    @Test
    void thePreset_isFoundByItsName_andRefusesWhatItDoesNotKnow() {
        assertThat(ServiceLoader.load(RuntimePreset.class))
                .extracting(RuntimePreset::name)
                .contains("bedrock-agentcore");
        assertThatThrownBy(() -> ask(", token: x"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("runtimes[0].token: is no known field");
    }

    private RuntimeReply ask(String more) throws InterruptedException {
        String yaml = "bootstrap_servers: h:1\nstream: {state_dir: /s}\nruntimes:\n"
                + "  - {name: hosted, agents: ['*'], preset: bedrock-agentcore, region: eu-central-1, qualifier: prod,"
                + " agent_runtime_arn: '" + ARN + "', endpoint: 'http://127.0.0.1:"
                + server.getAddress().getPort() + "'" + more + "}";
        AgentRuntime runtime = ConfigReader.parse(yaml).runtimes().all().getFirst();
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("example-key", SECRET));
        try (RuntimeLink link = new AgentCorePreset(credentials).open(runtime)) {
            return link.ask(REQUEST);
        }
    }
}
