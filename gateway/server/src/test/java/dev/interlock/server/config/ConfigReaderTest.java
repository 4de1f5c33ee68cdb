package dev.interlock.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.Standards;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.Format;
import dev.interlock.server.access.AccessSettings;
import dev.interlock.server.access.Caller;
import dev.interlock.server.access.Role;
import dev.interlock.server.wire.DeadMan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
    private static final String SMALLEST = "bootstrap_servers: host:9092\nstream: {state_dir: /state}\n";

    @Test
    void theSmallestFile_hasTheDocumentedDefaults() {
        GatewayConfig config = ConfigReader.parse(SMALLEST);
        assertThat(config.cluster()).isEqualTo(new GatewayConfig.Cluster("host:9092", java.util.Map.of()));
        assertThat(config.topics()).isEqualTo(new GatewayConfig.TopicSettings("interlock.", 8, (short) 1));
        assertThat(config.stream())
                .isEqualTo(new GatewayConfig.StreamSettings(
                        "interlock-gateway",
                        Path.of("/state"),
                        1,
                        Duration.ofMillis(20),
                        Duration.ofMillis(50),
                        false));
        assertThat(config.formats()).isEqualTo(new GatewayConfig.Formats(Format.JSON, Format.JSON));
        assertThat(config.identity().key()).isEmpty();
        assertThat(config.policies().forAgent("anybody")).isEqualTo(Ruling.of(Standards.balanced()));
    }

    @Test
    void aPolicy_isItsPresetWithTheNamedFieldsChanged() {
        GatewayConfig config = ConfigReader.parse(SMALLEST + """
            policies:
              careful:
                extends: strict
                ceilings: {calls: 3}
                actions: {same_call: deny, short_cycle: {deny_then_stop: 2}}
                tools:
                  refund: {timeout_ms: 5000, max_retries: 0}
              more_careful: {extends: careful, ceilings: {calls: 2}, fallback: null}
            assign:
              - {agent: "crm-*", policy: careful}
              - {agent: "*.test", policy: more_careful}
            """);
        Policy careful = config.policies().forAgent("crm-7").policy();
        assertThat(careful.name()).isEqualTo("careful");
        assertThat(careful.ceilings().calls()).isEqualTo(3);
        assertThat(careful.ceilings().turns())
                .isEqualTo(Presets.strict().ceilings().turns());
        assertThat(careful.action(Reason.SAME_CALL)).isEqualTo(new Action.Deny());
        assertThat(careful.action(Reason.SHORT_CYCLE)).isEqualTo(new Action.DenyThenStop(2));
        assertThat(careful.action(Reason.CALL_BUDGET)).isEqualTo(new Action.Stop());
        assertThat(careful.contract("refund").orElseThrow().timeoutMs()).isEqualTo(5000);
        assertThat(careful.contract("refund").orElseThrow().skewMs())
                .isEqualTo(careful.contract("anything").orElseThrow().skewMs());

        Policy more = config.policies().forAgent("a.test").policy();
        assertThat(more.ceilings().calls()).isEqualTo(2);
        assertThat(more.contract("refund")).isPresent();
        assertThat(more.contract("anything")).isEmpty();
        assertThat(config.policies().forAgent("crm").policy().name()).isEqualTo("balanced");
        assertThat(config.policies().forAgent("aXtest").policy().name()).isEqualTo("balanced");
    }

    @Test
    void aPolicysHash_namesItsContentAndNothingElse() {
        String one = "policies: {p: {extends: strict, ceilings: {calls: 3, turns: 4}}}\ndefault_policy: p\n";
        String same = "default_policy: p\npolicies: {p: {ceilings: {turns: 4, calls: 3}, extends: strict}}\n";
        String other = "policies: {p: {extends: strict, ceilings: {calls: 3, turns: 5}}}\ndefault_policy: p\n";
        assertThat(hash(one)).isEqualTo(hash(same)).hasSize(64).isNotEqualTo(hash(other));
    }

    @Test
    void theDeadManSwitch_isOffUntilBothItsTimesAreGiven() {
        assertThat(ConfigReader.parse(SMALLEST).deadMan()).isEmpty();
        assertThat(ConfigReader.parse(SMALLEST + "dead_man: {writes_after_ms: 30000, reads_after_ms: 30000}\n")
                        .deadMan())
                .contains(new DeadMan(30_000, 30_000));
    }

    @Test
    void aSecret_isReadFromTheNamedFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef\n");
        GatewayConfig config =
                ConfigReader.parse(SMALLEST + "fingerprint: {key_id: k1, secret_file: '" + file + "'}\n");
        assertThat(config.identity().key().orElseThrow().id()).isEqualTo("k1");
    }

    @Test
    void theKeyOfTheJournal_isReadFromTheNamedFile_andShownNowhere(@TempDir Path directory) throws Exception {
        byte[] der = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        String body = Base64.getEncoder().encodeToString(der);
        Path file = Files.writeString(
                directory.resolve("key.pem"), "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n");
        GatewayConfig config = ConfigReader.parse(
                SMALLEST + "audit: {signing: {key_id: k1, key_file: '" + file + "', every_ms: 500}}\n");
        assertThat(config.signing().orElseThrow())
                .returns("k1", signing -> signing.signer().keyId())
                .returns(Duration.ofMillis(500), Signing::every);
        assertThat(config.toString()).doesNotContain(body);
        Files.writeString(file, "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(() ->
                        ConfigReader.parse(SMALLEST + "audit: {signing: {key_id: k1, key_file: '" + file + "'}}\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("audit.signing.key_file: must hold an Ed25519 key as 'openssl genpkey")
                .hasMessageNotContaining("c2VjcmV0");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "audit: {signing: {key_file: x}} | audit.signing.key_id: is required, was absent",
                "audit: {signing: {key_id: 'a b'}} | audit.signing.key_id: must be 1 to 64 of a-z",
                "audit: {signing: {key_id: k}} | audit.signing.key_file: must be there, or key_env, and not both",
                "audit: {signing: {key_id: k, key_env: NOT_SET_ANYWHERE}} | audit.signing.key_env: must be set in",
                "audit: {signing: {key_id: k, key_file: /nowhere}} | audit.signing.key_file: must be readable",
                "audit: {sign: {}} | audit.signing.key_id: is required, was absent",
            })
    void aJournalThatCannotBeSigned_isRefusedWithFieldRuleAndValue(String yaml, String message) {
        assertThatThrownBy(() -> ConfigReader.parse(SMALLEST + yaml + "\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void furtherKeys_areOnesToCompareWith(@TempDir Path directory) throws Exception {
        Path one = Files.writeString(directory.resolve("one"), "0123456789abcdef\n");
        Path two = Files.writeString(directory.resolve("two"), "fedcba9876543210\n");
        GatewayConfig config = ConfigReader.parse(SMALLEST + """
            fingerprint: {key_id: k2, secret_file: '%s', known: [{key_id: k1, secret_file: '%s'}]}
            """.formatted(two, one));
        assertThat(config.identity().key()).map(FingerprintKey::id).hasValue("k2");
        assertThat(config.identity().known()).extracting(FingerprintKey::id).containsExactly("k1");
    }

    @Test
    void theFirstRuntimeThatHostsAnAgent_isAsked() {
        Runtimes runtimes = ConfigReader.parse(SMALLEST + """
            runtimes:
              - {name: one, agents: [planner, 'coder-*']}
              - {name: rest, agents: ['*'], attempts: 2}
            """).runtimes();
        assertThat(runtimes.hosting("planner")).map(AgentRuntime::name).hasValue("one");
        assertThat(runtimes.hosting("coder-7")).map(AgentRuntime::name).hasValue("one");
        assertThat(runtimes.hosting("planner-2")).map(AgentRuntime::name).hasValue("rest");
        assertThat(runtimes.hosting("planner").orElseThrow().asking())
                .isEqualTo(new AgentRuntime.Asking(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        5,
                        Duration.ofMillis(500),
                        Duration.ofSeconds(30),
                        4,
                        Duration.ofMinutes(5)));
        assertThat(ConfigReader.parse(SMALLEST).runtimes().hosting("planner")).isEmpty();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "stream: {state_dir: /s} | bootstrap_servers: is required, was absent",
                "bootstrap_servers: h:1 | stream.state_dir: is required, was absent",
                "[1] | the file: must be a mapping, was [1]",
                "OK bootstrap: x | bootstrap: is no known field, was \"x\"",
                "OK topics: {partitions: 0} | topics.partitions: must be 1 to 1024, was 0",
                "OK topics: {partitions: many} | topics.partitions: must be 1 to 1024, was \"many\"",
                "OK topics: {prefix: 'a b'} | topics.prefix: Topic prefix must be at most 200 characters",
                "OK topics: {count: 3} | topics.count: is no known field, was 3",
                "OK client: {a: {b: c}} | client.a: must be one value, was {\"b\":\"c\"}",
                "OK formats: {dispatches: xml} | formats.dispatches: must be json or avro, was xml",
                "OK fingerprint: {key_id: k} | fingerprint.key_id: must stand with either secret_file or secret_env",
                "OK fingerprint: {key_id: k, secret_env: PATH, known: [{key_id: k, secret_env: PATH}]} |"
                        + " fingerprint.known[0].key_id: must be one of at most 4 keys with ids of their own, was k",
                "OK fingerprint: {known: [{secret_env: PATH}]} | fingerprint.known[0].key_id: is required, was absent",
                "OK fingerprint: {key_id: k, secret_env: NOT_SET_ANYWHERE} | fingerprint.secret_env: must be set",
                "OK dead_man: {} | dead_man.writes_after_ms: is required, was absent",
                "OK dead_man: | dead_man.writes_after_ms: is required, was absent",
                "OK dead_man: {writes_after_ms: 5000} | dead_man.reads_after_ms: is required, was absent",
                "OK dead_man: {writes_after_ms: 0, reads_after_ms: 5} | dead_man.writes_after_ms: must be 1000 to",
                "OK dead_man: {writes_after_ms: 5000, reads_after_ms: 4999} | dead_man.reads_after_ms: must be 5000 to",
                "OK dead_man: {after_ms: 5} | dead_man.writes_after_ms: is required, was absent",
                "OK default_policy: none | default_policy: must be one of [balanced, strict",
                "OK policies: {p: {ceilings: {calls: 1}}} | policies.p.extends: is required where fields are left out",
                "OK policies: {p: {extends: nobody}} | policies.p.extends: must be one of",
                "OK policies: {strict: {extends: strict}} | policies.strict: must have a name of its own, was strict",
                "OK policies: {p: {extends: strict, ceilings: {call: 1}}} | policies.p.ceilings.call:",
                "OK policies: {p: {extends: strict, ceilings: {calls: -1}}} | ceilings.calls: must be finite, 0 to",
                "OK policies: {p: {extends: strict, ceilings: {calls: null}}} | policies.p.ceilings.calls:",
                "OK policies: {p: {extends: strict, actions: {same_call: maybe}}} | policies.p.actions.same_call:",
                "OK policies: {p: {extends: strict, actions: {sam_call: stop}}} | policies.p.actions",
                "OK policies: {p: {extends: strict, tools: {t: 5}}} | policies.p.tools.t: must be a mapping",
                "OK policies: {p: {extends: strict, tools: {t: {timeout_ms: -5}}}} | policies.p.tools.t.timeout_ms:"
                        + " must",
                "OK policies: {p: {extends: strict, tools: {t: {time: 5}}}} | policies.p.tools.t.time:",
                "OK assign: {a: b} | assign: must be a list, was {\"a\":\"b\"}",
                "OK assign: [{agent: a}] | assign[0].policy: is required, was absent",
                "OK assign: [{agent: a, policy: strict, x: 1}] | assign[0].x: is no known field, was 1",
                "OK runtimes: {a: b} | runtimes: must be a list",
                "OK runtimes: [{agents: [a]}] | runtimes[0].name: is required, was absent",
                "OK runtimes: [{name: 'A b', agents: [a]}] | runtimes[0].name: must be 1 to 64 characters of a-z",
                "OK runtimes: [{name: a, agents: [a]}, {name: a, agents: [b]}] | runtimes[1].name: must be a name of",
                "OK runtimes: [{name: a}] | runtimes[0].agents: must name at least one agent, was none",
                "OK runtimes: [{name: a, agents: [7]}] | runtimes[0].agents: must be a list of agent ids",
                "OK runtimes: [{name: a, agents: [a], attempts: 21}] | runtimes[0].attempts: must be 1 to 20, was 21",
                "OK runtimes: [{name: a, agents: [a], backoff_ms: 9, max_backoff_ms: 8}] | max_backoff_ms: must be 9",
                "OK runtimes: [{name: a, agents: [a], parallel: 0}] | runtimes[0].parallel: must be 1 to 32, was 0",
                "a: b: c | The file is not YAML",
                "OK topics: {prefix: a., prefix: b.} | The file is not YAML"
            })
    void aBadFile_isRefusedWithFieldRuleAndValue(String yaml, String complaint) {
        String file = yaml.startsWith("OK ") ? SMALLEST + yaml.substring(3) : yaml;
        assertThatThrownBy(() -> ConfigReader.parse(file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "OK tracing: {} | tracing.otlp: is required, was absent",
                "OK tracing: {otlp: 'ftp://a/b'} | tracing.otlp: must be an http or https URL without a password, was"
                        + " ftp",
                "OK tracing: {otlp: 'http://me:hunter22@a/b'} | tracing.otlp: must be an http or https URL without a"
                        + " password, was [hidden]a/b",
                "OK tracing: {otlp: 'http://a b'} | tracing.otlp: must be a URL",
                "OK log: {format: xml} | log.format: must be text or json, was xml",
                "OK log: {decision: true} | log.decision: is no known field, was true"
            })
    void whereItLogsAndSendsSpans_isReadAsStrictly(String yaml, String complaint) {
        aBadFile_isRefusedWithFieldRuleAndValue(yaml, complaint);
    }

    private static String hash(String yaml) {
        return ConfigReader.parse(SMALLEST + yaml).policies().otherwise().hash();
    }

    @Test
    void whoIsKnownOverHttp_isReadWithWhatBindsThem() {
        AccessSettings access = ConfigReader.parse(SMALLEST + """
            http:
              port: 0
              access:
                tokens:
                  - {name: ada, sha256: %s, roles: [operator, approver]}
                  - {name: planner, sha256: %s, roles: [agent], agents: ["planner-*"], runs: ["*"]}
                jwt: {jwks_url: "https://id.example.com/keys", issuer: here, audience: interlock}
            """.formatted("a".repeat(64), "b".repeat(64)))
                .http()
                .orElseThrow()
                .access()
                .orElseThrow();
        assertThat(access.tokens()).hasSize(2);
        Caller ada = access.tokens().get(0).caller();
        assertThat(ada.is(Set.of(Role.APPROVER))).isTrue();
        assertThat(ada.proposes("planner-1", "r1")).isFalse();
        assertThat(access.tokens().get(1).caller().proposes("planner-1", "r1")).isTrue();
        assertThat(access.jwt().orElseThrow().claims().roles()).isEqualTo("interlock_roles");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{sha256: H, roles: [operator]} | http.access.tokens[0].name: is required",
                "{name: a, sha256: itl_abc, roles: [operator]} | http.access.tokens[0].sha256: must be the hash",
                "{name: a, sha256: H, roles: [god]} | http.access.tokens[0].roles: must be of agent",
                "{name: a, sha256: H, roles: []} | http.access.tokens[0].roles: must name at least one",
                "{name: a, sha256: H, roles: [agent, approver], agents: [a], runs: [b]} | must not name agent beside",
                "{name: a, sha256: H, roles: [agent], agents: [a]} | http.access.tokens[0].runs: must name what",
                "{name: a, sha256: H, roles: [auditor], runs: [a]} | http.access.tokens[0].runs: is only for",
                "{name: a, sha256: H, roles: [auditor], nmae: b} | http.access.tokens[0].nmae: is no known field"
            })
    void aTokenThatCannotBe_isRefused(String token, String message) {
        String yaml = SMALLEST + "http: {port: 0, access: {tokens: [" + token.replace("H", "a".repeat(64)) + "]}}";
        assertThatThrownBy(() -> ConfigReader.parse(yaml))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }
}
