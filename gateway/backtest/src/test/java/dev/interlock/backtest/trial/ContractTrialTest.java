package dev.interlock.backtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.policy.PolicyFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What contracts and rules of a policy file do to recorded runs. */
class ContractTrialTest {
    private static Finding play(String yaml, Recording recording) {
        String file = "{name: p, extends: balanced, " + yaml + "}";
        return Trial.of(
                recording.ends(),
                PolicyFiles.parse("p.yaml", file.getBytes(StandardCharsets.UTF_8))
                        .document()
                        .contracts());
    }

    private static List<String> denied(Finding finding) {
        return finding.denied().stream()
                .map(denied -> denied.call() + " " + denied.reason().code())
                .toList();
    }

    @Test
    void argumentsThatDoNotFit_areDenied() {
        Finding finding = play(
                "fallback: {args_schema: {properties: {what: {enum: [a, b]}}}}",
                Recording.begins().reads("a", "1").reads("c", "2").reads("b", "3"));
        assertThat(denied(finding)).containsExactly("2 invalid_arguments");
        assertThat(finding.executed()).isEqualTo(2);
    }

    @Test
    void aCallBeforeTheOneItNeeds_andOneBehindItsFailure_areDenied() {
        String rules = "rules: [{name: first, when: \"call.tool == 'pay' && !('check' in run.succeeded)\", then: deny,"
                + " reason: check first}, {name: failed, when: \"call.tool == 'pay' && 'check' in run.last &&"
                + " run.last['check'] == 'failed'\", then: deny, reason: check failed}]";
        Recording recording = Recording.begins()
                .with("pay")
                .writes("1", "paid")
                .with("check")
                .reads("1", "fine")
                .with("pay")
                .writes("2", "paid too")
                .with("check")
                .failsForGood("2", "no such account")
                .with("pay")
                .writes("3", "paid as well");
        assertThat(denied(play(rules, recording))).containsExactly("1 policy_blocked", "5 policy_blocked");
    }

    @Test
    void aRuleThatHolds_hasAPersonAsked_andOneThatObserves_doesNothing() {
        String rules = "rules: [{name: hold, when: call.turn == 1, then: hold, reason: x}, {name: see, when: 'true',"
                + " then: observe, reason: x}]";
        Finding finding = play(rules, Recording.begins().reads("a", "1").reads("b", "2"));
        assertThat(finding.denied()).isEmpty();
        assertThat(finding.executed()).isEqualTo(2);
        assertThat(finding.guards()).isEqualTo(Map.of(Reason.APPROVAL_REQUIRED, 1));
    }

    @Test
    void costIsCountedWhereATraceTellsIt_andNothingElsewhere() {
        String spent = "ceilings: {cost_micros: 10}, fallback: {cost_micros: 4}";
        Recording told = Recording.begins().costing(1).times(10, (run, i) -> run.reads("a" + i, "r" + i));
        assertThat(denied(play(spent, told))).containsExactly("8 cost_budget", "9 cost_budget", "10 cost_budget");
        Recording untold = Recording.begins().times(30, (run, i) -> run.reads("a" + i, "r" + i));
        assertThat(denied(play("ceilings: {cost_micros: 10}", untold))).isEmpty();
    }

    @Test
    void callsThatDifferInVolatileFieldsAlone_areRepetitions() {
        Recording recording = Recording.begins().reads("a", "1").reads("b", "1").reads("c", "1");
        assertThat(denied(play("fallback: {}", recording))).isEmpty();
        assertThat(denied(play("fallback: {volatile: [/what]}", recording))).containsExactly("3 same_call");
    }

    @Test
    void aWriteOfADerivedOperation_isDoneOnce() {
        Recording recording =
                Recording.begins().writes("a", "1").writes("a", "2").writes("b", "3");
        assertThat(play("fallback: {}", recording).executed()).isEqualTo(3);
        Finding finding = play("fallback: {identity: [/what]}", recording);
        assertThat(finding.denied()).isEmpty();
        assertThat(finding.executed()).isEqualTo(2);
    }

    @Test
    void anIdThatWasSupplied_isNoDerivedOne() {
        Recording recording = Recording.begins().writesAs("mine", "a", "1");
        assertThat(denied(play("fallback: {identity: [/what]}", recording))).containsExactly("1 invalid_call");
    }

    @Test
    void whatMayHaveBeenAWrite_isWhatItsContractSays() {
        Recording recording = Recording.begins().runs("a", "1").writes("b", "2");
        assertThat(denied(play("fallback: {effect: read}", recording))).containsExactly("2 invalid_call");
    }
}
