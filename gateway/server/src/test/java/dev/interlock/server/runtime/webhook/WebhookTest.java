package dev.interlock.server.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the webhook makes of its settings, and how it signs. */
class WebhookTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @TempDir
    private Path directory;

    /** The example that the libraries of Standard Webhooks are tested with. */
    @Test
    void aSignature_isThatOfThePublishedExample() {
        byte[] body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
        assertThat(Signature.read("secret_file", SECRET).of("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "url: https://agents.example.com/stop",
                "url: 'http://localhost:8080/stop', allow_http_on_loopback: true",
                "url: 'http://[::1]/', allow_http_on_loopback: true",
                "url: 'HTTPS://agents.example.com:8443/stop?tenant=1'"
            })
    void anAddress_isTakenWithHttps_orOnThisMachine(String settings) throws Exception {
        open(settings, SECRET);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "allow_http_on_loopback: true | runtimes[0].url: is required, was absent",
                "url: 'http://agents.example.com/stop' | runtimes[0].url: must be https, or http to this machine with"
                        + " allow_http_on_loopback, was http://agents.example.com",
                "url: 'http://localhost/' | runtimes[0].url: must be https",
                "url: 'http://127.0.0.1.example.com/', allow_http_on_loopback: true | runtimes[0].url: must be https",
                "url: 'file:///etc/passwd' | runtimes[0].url: must have a host",
                "url: 'https://user:pass@example.com/' | runtimes[0].url: must have a host, and neither user nor",
                "url: 'https://exa mple.com/' | runtimes[0].url: must be an address, was Illegal character",
                "url: 'https://example.com/', uri: x | runtimes[0].uri: is no known field",
                "url: 'https://example.com/', secret_env: X | runtimes[0].secret_file: must be there, or secret_env,"
                        + " and not both, was both"
            })
    void aBadSetting_isRefusedWithFieldRuleAndValue(String settings, String complaint) {
        assertThatThrownBy(() -> open(settings, SECRET))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2hunter2hunter2hunter2", "whsec_aHVudGVyMg==", "whsec_hunter2§"})
    void aBadSecret_isRefusedAndNotShown(String secret) {
        assertThatThrownBy(() -> open("url: https://example.com/", secret))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("runtimes[0].secret_file: must hold whsec_ and the base64 of 24 to 64 bytes")
                .hasMessageNotContaining("hunter2")
                .hasMessageNotContaining("aHVudGVyMg");
    }

    private void open(String settings, String secret) throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), secret);
        String yaml = "bootstrap_servers: h:1\nstream: {state_dir: /s}\nruntimes: [{name: planners, agents: ['*'], ";
        String both = yaml + settings + ", secret_file: '" + file + "'}]";
        AgentRuntime runtime = ConfigReader.parse(both).runtimes().all().getFirst();
        new Webhook().open(runtime).close();
    }
}
