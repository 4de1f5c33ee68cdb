package dev.interlock.proof.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.policy.Presets;
import dev.interlock.server.app.ExitCode;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sample configuration, the runbook, and the scripts' defaults. */
class OperatorFilesTest {
    private static final Pattern METER =
            Pattern.compile("(counter|Gauge\\.builder|Timer\\.builder)\\(\\s*\"(interlock[a-z.]+)\"");

    private static GatewayConfig config;

    @BeforeAll
    static void readSample() {
        config = ConfigReader.read(ProjectFile.of("ops/gateway.yaml").path());
    }

    @Test
    void theSample_assignsItsPolicyToItsAgents() {
        assertThat(config.policies().forAgent("payments-1").policy().name()).isEqualTo("payments");
        assertThat(config.policies().forAgent("someone").policy()).isEqualTo(Presets.balanced());
    }

    @Test
    void theSample_isOnTheTopicsOfTheTopicFile() throws IOException {
        JsonNode topics = ProjectFile.of("ops/topics.yaml").yaml();
        assertThat(config.topics().prefix()).isEqualTo(topics.get("prefix").textValue());
        assertThat(config.topics().partitions())
                .isEqualTo(topics.get("partitions").intValue());
    }

    @Test
    void theRights_areThoseOfTheSamplesApplication() throws IOException {
        assertThat(found("ops/acls.sh", "^prefix=(\\S+) application=(\\S+) ")
                        .map(match -> match.group(1) + match.group(2)))
                .containsExactly(config.topics().prefix() + config.stream().applicationId());
    }

    @Test
    void theMetrics_areThoseThatAreCounted() throws IOException {
        Set<String> counted = new TreeSet<>();
        try (Stream<Path> sources =
                Files.walk(ProjectFile.of("gateway/server/src/main").path())) {
            for (Path source :
                    sources.filter(path -> path.toString().endsWith(".java")).toList()) {
                METER.matcher(Files.readString(source))
                        .results()
                        .map(OperatorFilesTest::told)
                        .forEach(counted::add);
            }
        }
        assertThat(found("ops/metrics.md", "^\\| `(interlock_[a-z_]+)`").map(match -> match.group(1)))
                .containsExactlyInAnyOrderElementsOf(counted);
    }

    /** The name Prometheus sees. */
    private static String told(MatchResult meter) {
        String unit = switch (meter.group(1)) {
            case "counter" -> "_total";
            case "Timer.builder" -> "_seconds";
            default -> "";
        };
        return meter.group(2).replace('.', '_') + unit;
    }

    @Test
    void theRunbook_explainsEveryExitStatus() throws IOException {
        Set<Integer> explained = new TreeSet<>();
        found("ops/RUNBOOK.md", "^\\| ([0-9, ]+) \\|")
                .flatMap(match -> Arrays.stream(match.group(1).split(", ")))
                .forEach(status -> explained.add(Integer.valueOf(status)));
        assertThat(explained)
                .containsAll(
                        Arrays.stream(ExitCode.values()).map(ExitCode::status).toList());
    }

    private static Stream<MatchResult> found(String file, String pattern) throws IOException {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(ProjectFile.of(file).text())
                .results();
    }
}
