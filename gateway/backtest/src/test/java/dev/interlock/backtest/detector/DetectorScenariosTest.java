package dev.interlock.backtest.detector;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.backtest.trial.Denied;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Stopped;
import dev.interlock.backtest.trial.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
                .filter(scenario -> !NotYet.scenarios().contains(scenario.id()))
                .map(scenario -> Arguments.of(
                        scenario.id(),
                        scenario.peer(),
                        scenario.line().path("test").textValue(),
                        scenario));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("decided")
    void verdict_isThePeersOrABetterOne(String id, String peer, String test, Scenario scenario) {
        Finding finding = Trial.of(scenario.trace(), PeerPolicies.of(scenario));
        assertThat(stops(finding))
                .as("%s of %s: %s. Found %s", id, peer, test, finding)
                .isEqualTo(scenario.stops().orElseThrow());
        assertThat(finding.denied().stream().map(Denied::call))
                .as("calls that %s lets through again although it refused one", peer)
                .containsAll(scenario.letThroughAfterRefusal());
    }

    @Test
    void whatComesOutWrong_isExactlyWhatCannotBeSaidYet() {
        assertThat(scenarios().stream()
                        .filter(DetectorScenariosTest::comesOutWrong)
                        .map(Scenario::id))
                .containsExactlyInAnyOrderElementsOf(NotYet.scenarios());
        assertThat(NotYet.given()).containsExactlyInAnyOrderElementsOf(EnumSet.allOf(NotYet.class));
        assertThat(EnumSet.allOf(NotYet.class))
                .allSatisfy(reason -> assertThat(reason.reason()).isNotBlank());
    }

    /** Not the batch that a peer cancels as a whole: here the calls before the ceiling run. */
    @Test
    void refusal_comesNoLaterThanThePeers() {
        assertThat(scenarios().stream()
                        .filter(scenario -> scenario.refusedAt().isPresent())
                        .filter(scenario -> !NotYet.scenarios().contains(scenario.id()))
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

    private static boolean comesOutWrong(Scenario scenario) {
        return scenario.stops()
                .filter(expected -> expected != stops(Trial.of(scenario.trace(), PeerPolicies.of(scenario))))
                .isPresent();
    }

    private static int firstRefusal(Scenario scenario) {
        Finding finding = Trial.of(scenario.trace(), PeerPolicies.of(scenario));
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
