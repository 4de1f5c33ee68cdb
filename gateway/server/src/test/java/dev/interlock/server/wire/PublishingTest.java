package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which publication is in force for whom. */
class PublishingTest {
    private Optional<Publishing> kept = Optional.empty();
    private long offset;

    @Test
    void thePolicyPublishedLast_isInForce() {
        assertThat(publishes("c1", "h1")).isTrue();
        assertThat(publishes("c2", "h2")).isTrue();
        assertThat(inForce()).isEqualTo("h2");
    }

    @Test
    void theSamePolicyPublishedTwice_isOnePublication_whoeverGivesTheSecond() {
        assertThat(publishes("c1", "h1")).isTrue();
        assertThat(publishes("c1", "h1")).isFalse();
        assertThat(publishes("c2", "h1")).isFalse();
        assertThat(kept).get().satisfies(publishing -> {
            assertThat(publishing.inForce().controlId()).isEqualTo("c1");
            assertThat(publishing.sinceMs()).isEqualTo(1);
        });
    }

    @Test
    void aCommandThatIsSentAgain_doesNotBringBackWhatAnotherReplaced() {
        publishes("c1", "h1");
        publishes("c2", "h2");
        assertThat(publishes("c1", "h1")).isFalse();
        assertThat(inForce()).isEqualTo("h2");
        assertThat(publishes("c3", "h1")).isTrue();
        assertThat(inForce()).isEqualTo("h1");
    }

    @Test
    void onlyTheLastCommandsAreRemembered_soThatWhatIsKeptStaysSmall() {
        for (int i = 0; i < 100; i++) {
            publishes("c" + i, "h" + i);
        }
        assertThat(kept).get().satisfies(publishing -> {
            assertThat(publishing.heard())
                    .hasSize(Publishing.MOST_HEARD)
                    .endsWith("c99")
                    .doesNotContain("c83");
            assertThat(Publishing.read(publishing.bytes())).isEqualTo(publishing);
        });
    }

    @ParameterizedTest(name = "an agent {0} is held to {1}")
    @CsvSource({
        "support-7,    exact",
        "support-8,    support",
        "support-eu-1, eu late",
        "support-eu-2, eu late",
        "sales,        any",
        "'',           any"
    })
    void theClosestPatternDecides_ofEquallyCloseOnesTheLatest(String agent, String policy) {
        List<Publication> inForce = List.of(
                publication("*", "any", 9),
                publication("support-*", "support", 8),
                publication("support-eu-*", "eu early", 6),
                publication("support-7", "exact", 1),
                publication("*support-eu-*", "eu late", 7),
                new Publication(Optional.empty(), "others", "c", "ann", "test", 10));
        assertThat(Publication.closest(inForce, agent).map(Publication::policyHash))
                .contains(policy);
    }

    @Test
    void whatIsPublishedForAllOthers_namesNobody() {
        List<Publication> others = List.of(new Publication(Optional.empty(), "others", "c", "ann", "test", 10));
        assertThat(Publication.closest(others, "support-7")).isEmpty();
    }

    private boolean publishes(String controlId, String hash) {
        offset++;
        Publication publication = new Publication(Optional.of("support-*"), hash, controlId, "ann", "test", offset);
        Optional<Publishing> after = Publishing.after(kept, publication, offset);
        kept = after.or(() -> kept);
        return after.isPresent();
    }

    private String inForce() {
        return kept.orElseThrow().inForce().policyHash();
    }

    private static Publication publication(String agents, String hash, long offset) {
        return new Publication(Optional.of(agents), hash, "c", "ann", "test", offset);
    }
}
