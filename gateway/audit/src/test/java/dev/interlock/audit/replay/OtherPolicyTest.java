package dev.interlock.audit.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.Source;
import dev.interlock.audit.tried.Tried;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What recorded runs would have been told under another policy. */
class OtherPolicyTest {
    private static final String SUPPORT = """
        name: support
        extends: balanced
        ceilings: {calls: %d}
        fallback: {pending: null, poll: null}
        tools:
          echo: {sensitive: [/token]}
        rules:
          - {name: look first, when: "%s", then: deny, reason: Look before you write.}
        """;
    private static final String LOOK_FIRST = "call.tool == 'note' && !('echo' in run.succeeded)";

    @Test
    void underTheirOwnPolicyTheyGoAsRecorded() {
        RunUnder.Finding ruled = finding(Tried.source(), support(30, LOOK_FIRST), "ruled");
        assertThat(ruled.flip()).isEmpty();
        assertThat(ruled.unknown()).isEmpty();
        assertThat(ruled.conditional()).isZero();
    }

    @Test
    void aLowerCeilingDeniesTheFirstCallAboveIt_andTellsWhatThatWouldHaveSavedAndBlocked() {
        RunUnder.Finding ruled = finding(Tried.source(), support(1, LOOK_FIRST), "ruled");
        assertThat(ruled.flip()).get().satisfies(flip -> {
            assertThat(flip.recorded().what().code()).isEqualTo("requested");
            assertThat(flip.derived().reason())
                    .get()
                    .satisfies(why -> assertThat(why.code()).isEqualTo("call_budget"));
            assertThat(flip.derived().guard())
                    .get()
                    .satisfies(read -> assertThat(read.limit()).isEqualTo(1));
        });
        assertThat(ruled.aftermath().calls()).isEqualTo(1);
        assertThat(ruled.aftermath().committed()).isEqualTo(1);
        assertThat(ruled.conditional()).isPositive();
        assertThat(String.join("\n", ReplayText.of(List.of(ruled))))
                .contains("under this policy", "call_budget", "later entries are conditional");
    }

    @Test
    void aRuleIsHeldAgainstTheProposalsWhileTheyAreThere() {
        PolicyDocument never = support(30, "call.tool == 'echo' && has(call.args.token)");
        RunUnder.Finding ruled = finding(Tried.source(), never, "ruled");
        assertThat(ruled.flip()).get().satisfies(flip -> {
            assertThat(flip.at().entry().seq()).isEqualTo(1);
            assertThat(flip.derived().what().code()).isEqualTo("requested");
        });
    }

    @Test
    void withoutTheProposalsARuleIsNotReDerivable_andAThresholdStillIs() {
        Source gone =
                Tried.without(raw -> raw.at().topic().equals(Tried.topics().proposals()));
        RunUnder.Finding byRule = finding(gone, support(30, "call.tool == 'nothing'"), "ruled");
        assertThat(byRule.flip()).isEmpty();
        assertThat(byRule.unknown()).get().asString().contains("not on its topic any more");
        RunUnder.Finding byThreshold = finding(gone, support(1, LOOK_FIRST), "ruled");
        assertThat(byThreshold.flip()).isPresent();
    }

    @Test
    void everyRunIsToldOfOnce() {
        assertThat(new OtherPolicy(Tried.source(), PolicyFiles.load("strict")).findings(Selection.ALL))
                .extracting(RunUnder.Finding::runId)
                .containsExactlyInAnyOrder("looper", "writer", "ruled", "lost", "held");
    }

    private static PolicyDocument support(int calls, String rule) {
        return PolicyFiles.parse("support", SUPPORT.formatted(calls, rule).getBytes(StandardCharsets.UTF_8))
                .document();
    }

    private static RunUnder.Finding finding(Source source, PolicyDocument other, String run) {
        return new OtherPolicy(source, other)
                .findings(Selection.ALL).stream()
                        .filter(finding -> finding.runId().equals(run))
                        .findFirst()
                        .orElseThrow();
    }
}
