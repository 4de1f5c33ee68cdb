package dev.interlock.audit.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.tried.Tried;
import dev.interlock.schemas.Keys;
import dev.interlock.server.replay.Replayed;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What was recorded is decided again, and what was altered is found. */
class RederivationTest {
    private static final Predicate<Raw> RUN_3 = entry(Keys.runChain("looper"), 3);

    @Test
    void everyDecisionOfARecordedGatewayFollowsAgain() {
        Tally tally = tally(Tried.source(), Selection.ALL);
        assertThat(tally.differing()).isZero();
        assertThat(tally.missing()).isEmpty();
        assertThat(tally.runs()).isGreaterThan(30);
        assertThat(tally.operations()).isGreaterThan(5);
        assertThat(tally.tasks()).isPositive();
        assertThat(tally.derived()).isGreaterThan(10);
    }

    @Test
    void inSharesTheSameComesOfIt() {
        Tally whole = tally(Tried.source(), Selection.ALL);
        Tally shared = new Rederivation(Tried.source(), 3).tally(Selection.ALL, more -> {});
        assertThat(ReplayText.json(shared)).isEqualTo(ReplayText.json(whole));
    }

    @Test
    void aRunIsTakenWithItsOperations() {
        Tally tally = tally(Tried.source(), of("writer"));
        assertThat(tally.runs()).isPositive();
        assertThat(tally.operations()).isPositive();
        assertThat(tally.runs() + tally.operations()).isEqualTo(tally.entries());
        assertThat(tally(Tried.source(), of("nobody")).entries()).isZero();
    }

    @Test
    void aTimeChoosesWhatIsToldOf_notWhatItRestsOn() {
        long middle = Tried.all().stream()
                .filter(RUN_3)
                .mapToLong(raw -> entryOf(raw).atMs())
                .findFirst()
                .orElseThrow();
        Tally before = tally(Tried.source(), until(OptionalLong.empty(), OptionalLong.of(middle)));
        Tally after = tally(Tried.source(), until(OptionalLong.of(middle), OptionalLong.empty()));
        assertThat(before.entries()).isPositive();
        assertThat(after.missing()).isEmpty();
        assertThat(before.entries() + after.entries())
                .isEqualTo(tally(Tried.source(), Selection.ALL).entries());
    }

    @Test
    void anAlteredDecisionIsNamedWithItsPlaceAndField() {
        Tally tally = tally(Tried.altered(RUN_3, "\"decision\":\"granted\"", "\"decision\":\"denied\""), Selection.ALL);
        Replayed first = tally.differences().getFirst();
        assertThat(first.recorded().entry().chain()).isEqualTo(Keys.runChain("looper"));
        assertThat(first.recorded().entry().seq()).isEqualTo(3);
        assertThat(first.recorded().at())
                .isEqualTo(Tried.all().stream()
                        .filter(RUN_3)
                        .findFirst()
                        .orElseThrow()
                        .at());
        assertThat(first.difference())
                .get()
                .satisfies(difference -> assertThat(difference.field()).isEqualTo("decision"));
        assertThat(String.join("\n", ReplayText.of(tally)))
                .contains("field     decision", "recorded  denied", "derived   granted");
        assertThat(tally.missing()).containsKey("entry 3 of its chain differs");
    }

    @Test
    void alteredFactsAreFoundThoughTheyLeadToTheSame() {
        Tally tally = tally(Tried.altered(RUN_3, "\"agent_id\":\"loop-1\"", "\"agent_id\":\"loop-2\""), Selection.ALL);
        assertThat(tally.differing()).isPositive();
    }

    @Test
    void anAlteredEffectIsFoundWhereTheJournalSaysWhatItHolds() {
        Predicate<Raw> denied = Tried.all().stream()
                .filter(raw -> isEntry(raw)
                        && "denied".equals(entryOf(raw).decision())
                        && raw.keyText().equals(Keys.runChain("looper")))
                .findFirst()
                .map(RederivationTest::sameAs)
                .orElseThrow();
        String digest = Tried.all().stream()
                .filter(denied)
                .map(raw -> entryOf(raw).effects().getFirst().digest())
                .findFirst()
                .orElseThrow();
        Tally tally = tally(Tried.altered(denied, digest, "0".repeat(digest.length())), Selection.ALL);
        assertThat(tally.differences().getFirst().difference().orElseThrow().field())
                .isEqualTo("effects[0]");
    }

    @Test
    void aChainWithoutItsBeginningAndARunWhosePolicyIsGoneAreNotReDerivable() {
        Tally cut = tally(Tried.without(entry(Keys.runChain("looper"), 1)), of("looper"));
        assertThat(cut.differing()).isZero();
        assertThat(cut.missing()).containsOnlyKeys("its chain begins with entry 2");
        Tally nameless = tally(
                Tried.without(raw -> raw.at().topic().equals(Tried.topics().ledger())), of("ruled"));
        assertThat(nameless.missing().keySet()).anyMatch(why -> why.startsWith("nobody has policy "));
    }

    private static Tally tally(Source source, Selection selection) {
        return new Rederivation(source).tally(selection, more -> {});
    }

    private static Selection of(String run) {
        return new Selection(Optional.of(run), OptionalLong.empty(), OptionalLong.empty());
    }

    private static Selection until(OptionalLong from, OptionalLong to) {
        return new Selection(Optional.empty(), from, to);
    }

    private static Predicate<Raw> entry(String chain, long seq) {
        return raw ->
                isEntry(raw) && raw.keyText().equals(chain) && entryOf(raw).seq() == seq;
    }

    private static Predicate<Raw> sameAs(Raw one) {
        return raw -> raw.at().equals(one.at());
    }

    private static boolean isEntry(Raw raw) {
        return raw.at().topic().equals(Tried.topics().journal());
    }

    private static dev.interlock.schemas.JournalEntry entryOf(Raw raw) {
        return dev.interlock.schemas.RecordCodec.of(dev.interlock.schemas.JournalEntry.class)
                .decode(new String(raw.value(), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))
                .record();
    }
}
