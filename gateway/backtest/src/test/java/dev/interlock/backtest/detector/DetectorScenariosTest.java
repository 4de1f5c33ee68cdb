package dev.interlock.backtest.detector;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.backtest.trial.Denied;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Stopped;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.core.outcome.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The scenarios of other loop detectors, put to the real core with the thresholds they name. */
class DetectorScenariosTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    static Stream<Arguments> decided() {
        return scenarios().stream()
                .filter(scenario -> scenario.stops().isPresent())
                .map(scenario -> Arguments.of(
                        scenario.id(),
                        scenario.peer(),
                        scenario.line().path("test").textValue(),
                        scenario));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("decided")
    void verdict_isThePeersOrABetterOne(String id, String peer, String test, Scenario scenario) {
        Finding finding = played(scenario);
        assertThat(stops(finding))
                .as("%s of %s: %s. Found %s", id, peer, test, finding)
                .isEqualTo(scenario.stops().orElseThrow());
        assertThat(finding.denied().stream().map(Denied::call))
                .as("calls that %s lets through again although it refused one", peer)
                .containsAll(scenario.letThroughAfterRefusal());
    }

    /** Who finds that a conversation goes round in circles says so by a stop, and the next call is refused. */
    @Test
    void aJudgeOutside_stopsWhereItIsSure_andNothingRunsAfterIt() {
        List<Scenario> judged = scenarios().stream()
                .filter(scenario -> scenario.line().has("judge"))
                .toList();
        assertThat(judged).hasSize(5);
        for (Scenario scenario : judged) {
            Finding finding = played(scenario);
            assertThat(scenario.judgedAt()).as(scenario.id()).isEqualTo(scenario.refusedAt());
            assertThat(finding.stopped())
                    .as(scenario.id())
                    .isEqualTo(
                            scenario.refusedAt().isEmpty()
                                    ? Optional.empty()
                                    : Optional.of(
                                            new Stopped(scenario.refusedAt().getAsInt(), Reason.OPERATOR_STOP)));
            assertThat(finding.executed())
                    .as(scenario.id())
                    .isEqualTo(
                            scenario.refusedAt().orElse(scenario.trace().calls().size() + 1) - 1);
        }
    }

    @Test
    void allThatHaveARightAnswer_areDecided() {
        assertThat(decided()).hasSize(112);
    }

    /** Not the batch that a peer cancels as a whole: here the calls before the ceiling run. */
    @Test
    void refusal_comesNoLaterThanThePeers() {
        assertThat(scenarios().stream()
                        .filter(scenario -> scenario.refusedAt().isPresent())
                        .filter(scenario ->
                                firstRefusal(scenario) > scenario.refusedAt().getAsInt())
                        .map(Scenario::id))
                .containsExactly("PS101");
    }

    @Test
    void everyLine_isRead_andAFewAreMattersOfTaste() {
        Map<String, Long> counts =
                scenarios().stream().collect(Collectors.groupingBy(Scenario::assessment, Collectors.counting()));
        assertThat(counts)
                .isEqualTo(Map.of("agree", 101L, "peer_false_negative", 6L, "peer_false_positive", 5L, "policy", 5L));
    }

    private static Finding played(Scenario scenario) {
        return Trial.stopped(scenario.trace(), PeerPolicies.of(scenario), scenario.judgedAt());
    }

    private static int firstRefusal(Scenario scenario) {
        Finding finding = played(scenario);
        return Stream.concat(
                        finding.denied().stream().map(Denied::call),
                        finding.stopped().stream().map(Stopped::call))
                .min(Comparator.naturalOrder())
                .orElse(Integer.MAX_VALUE);
    }

    private static boolean stops(Finding finding) {
        return !finding.denied().isEmpty() || finding.stopped().isPresent();
    }

    private static List<Scenario> scenarios() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                DetectorScenariosTest.class.getResourceAsStream("/detectors/scenarios.jsonl"),
                StandardCharsets.UTF_8))) {
            return lines.lines().map(DetectorScenariosTest::scenario).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Scenario scenario(String line) {
        try {
            return new Scenario(MAPPER.readTree(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
