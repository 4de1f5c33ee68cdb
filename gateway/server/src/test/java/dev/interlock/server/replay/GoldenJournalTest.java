package dev.interlock.server.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.server.wire.JournalWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Journals that running gateways wrote are decided again by every later build: what an auditor has stays what happened. */
class GoldenJournalTest {
    private static final String REMEDY = """
        A decision that was recorded is taken otherwise now. Journals name the core version that decided, so that an auditor
        knows what to hold them against: a core that decides otherwise needs a version of its own.
          - If that was not meant, undo it.
          - If it was: raise JournalWriter.CORE_VERSION, and record journals of the new version with
              mvn -o -pl gateway/server -am verify -Dit.test='*IT' -Dinterlock.golden=true
              ./interlock demo --export DIR
              mvn -o -pl gateway/audit -am test -Dtest=GoldenScenariosTest -Dinterlock.golden=DIR
            They are written to gateway/server/src/test/resources/golden/<version>. Keep those of earlier versions, and say
            in gateway/RATIONALE.md, under "A changed decision is a new core version", what is decided otherwise.
        """;

    /** What no golden journal decides for yet: a change there is seen by the tests of the core alone. */
    private static final Set<String> NOT_RECORDED = Set.of(
            "parallel_limit",
            "denials",
            "poll_deadline",
            "poll_too_fast",
            "page_limit",
            "unknown_tool",
            "identity_rule_changed",
            "stale_proposal",
            "stale_owner",
            "model_stopped",
            "human_required");

    @Test
    void thisVersionDecidesItsGoldenJournalsByteForByte() throws IOException {
        List<Golden> own = Golden.all().stream()
                .filter(golden -> golden.version().equals(JournalWriter.CORE_VERSION))
                .toList();
        assertThat(own)
                .as(
                        "golden journals of core version %s; write them with -Dinterlock.golden=true",
                        JournalWriter.CORE_VERSION)
                .isNotEmpty();
        Set<String> reasons = new HashSet<>();
        for (Golden golden : own) {
            Replay replay =
                    new Replay(hash -> Optional.ofNullable(golden.policies().get(hash)));
            for (Recorded recorded : golden.entries()) {
                Replayed replayed = replay.take(recorded);
                assertThat(replayed.difference())
                        .as("%s: %s%n%s", golden.name(), recorded.name(), REMEDY)
                        .isEmpty();
                assertThat(replayed)
                        .as("%s: %s", golden.name(), recorded.name())
                        .isNotInstanceOf(Replayed.Missing.class);
                Optional.ofNullable(recorded.entry().reason()).ifPresent(reasons::add);
            }
        }
        assertThat(reasons)
                .as("reasons for which anything is decided in golden journals")
                .containsAll(Arrays.stream(Reason.values())
                        .map(Reason::code)
                        .filter(reason -> !NOT_RECORDED.contains(reason))
                        .toList());
    }

    /** Of earlier versions every entry can still be read, and is decided as before or known to have been decided elsewhere. */
    @Test
    void journalsOfEarlierVersionsAreStillRead() throws IOException {
        for (Golden golden : Golden.all()) {
            Replay replay =
                    new Replay(hash -> Optional.ofNullable(golden.policies().get(hash)));
            for (Recorded recorded : golden.entries()) {
                assertThat(recorded.entry().coreVersion()).isEqualTo(golden.version());
                if (replay.take(recorded) instanceof Replayed.Missing missing) {
                    assertThat(missing.why()).as(recorded.name()).contains("differs");
                }
            }
        }
    }
}
