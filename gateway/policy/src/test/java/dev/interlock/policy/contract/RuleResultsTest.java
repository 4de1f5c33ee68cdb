package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.policy.contract.RunFacts.Counters;
import dev.interlock.policy.contract.RunFacts.Ended;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleResultsTest {
    private static Contracts rules(String... rules) {
        StringBuilder yaml = new StringBuilder("rules:\n");
        for (int i = 0; i < rules.length; i++) {
            String[] parts = rules[i].split(" => ");
            yaml.append("  - {name: r").append(i + 1).append(", then: ").append(parts[1]);
            yaml.append(", reason: because, when: \"")
                    .append(parts[0].replace("\"", "\\\""))
                    .append("\"}\n");
        }
        return Written.document(yaml.toString()).contracts();
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "call.tool == 'pay' | {} | true",
                "call.tool.startsWith('p') && call.kind == 'write' | {} | true",
                "call.args.sum > 100 | {\"sum\":101} | true",
                "call.args.sum > 100 | {\"sum\":100.5} | true",
                "call.args.sum > 100 | {\"sum\":100} | false",
                "call.args.sum == 1 | {\"sum\":1.0} | true",
                "has(call.args.to) && call.args.to.matches('^[^@]+@example[.]com$') | {\"to\":\"a@example.com\"} |"
                        + " true",
                "has(call.args.to) && call.args.to != 'x' | {} | false",
                "call.args.items.exists(i, i.price > 5) | {\"items\":[{\"price\":1},{\"price\":7}]} | true",
                "call.args.note == null | {\"note\":null} | true",
                "call.operation_id == 'op' && call.agent_id == 'agent-1' && call.turn == 3 | {} | true",
                "tool.effect == '' && !tool.named | {} | true",
                "run.id == 'run-1' && counters.calls == 7 && counters.ran_ms >= 5 | {} | true",
                "counters.cost_micros == 30 && counters.cost_left_micros < 100 - 2 * 40 | {} | false",
                "counters.cost_micros + counters.cost_left_micros == 100 && counters.cost_left_micros > 69 | {} | true"
            })
    void aRule_appliesWhereItsExpressionHolds(String when, String args, boolean applies) {
        RunFacts run = Written.RUN.with(new Counters(1, 7, 0, 0, 0, 5, 30, 70));
        CallFacts facts = rules(when + " => deny").call(Written.call(Kind.WRITE, args, "op"), run);
        assertThat(facts.rules())
                .isEqualTo(applies ? List.of(new RuleResult("r1", Rule.Then.DENY, "because")) : List.of());
        assertThat(Written.shown(facts.fault()))
                .isEqualTo(applies ? "policy_blocked rules.r1: because, was deny" : "none");
    }

    @Test
    void aBeforeB_andNotBAfterAFailedA_canBeSaid() {
        Contracts contracts = rules(
                "call.tool == 'b' && !('a' in run.succeeded) => deny",
                "call.tool == 'b' && 'a' in run.last && run.last['a'] != 'succeeded' => deny");
        RunFacts run = Written.RUN;
        assertThat(names(contracts, run)).containsExactly("r1");
        run = run.after("a", Ended.FAILED);
        assertThat(names(contracts, run)).containsExactly("r1", "r2");
        run = run.after("a", Ended.SUCCEEDED);
        assertThat(names(contracts, run)).isEmpty();
        run = run.after("c", Ended.FAILED).after("a", Ended.UNKNOWN);
        assertThat(names(contracts, run)).containsExactly("r2");
    }

    @Test
    void howOften_canBeSaid() {
        Contracts contracts = rules("call.tool in run.failed && run.failed[call.tool] >= 2 => deny");
        RunFacts once = Written.RUN.after("b", Ended.FAILED).after("b", Ended.SUCCEEDED);
        assertThat(names(contracts, once)).isEmpty();
        assertThat(names(contracts, once.after("b", Ended.FAILED))).containsExactly("r1");
    }

    private static List<String> names(Contracts contracts, RunFacts run) {
        return contracts.call(Written.of("b"), run).rules().stream()
                .map(RuleResult::rule)
                .toList();
    }

    @Test
    void ofSeveralRules_theStrongestDecidesAndAllAreTold() {
        CallFacts facts = rules("true => observe", "true => hold", "true => deny", "true => deny")
                .call(Written.of("b"), Written.RUN);
        assertThat(facts.rules()).hasSize(4);
        assertThat(Written.shown(facts.fault())).isEqualTo("policy_blocked rules.r3: because, was deny");
        CallFacts held = rules("true => observe", "true => hold").call(Written.of("b"), Written.RUN);
        assertThat(held.fault())
                .hasValueSatisfying(fault -> assertThat(fault.reason()).isEqualTo(Reason.APPROVAL_REQUIRED));
        CallFacts watched = rules("true => observe").call(Written.of("b"), Written.RUN);
        assertThat(watched.fault()).isEmpty();
        assertThat(watched.rules()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "call.args.secret == 1 | {} | attribute_not_found",
                "call.args.n / 0 == 1 | {\"n\":1} | divide_by_zero",
                "int(call.args.n) == 1 | {\"n\":\"secret\"} | bad_format",
                "call.args.n.all(a, call.args.n.all(b, a == b)) | LONG | iteration_budget_exceeded"
            })
    void aRuleThatCannotBeEvaluated_denies_andTellsNothingOfTheArguments(String when, String args, String why) {
        String written = args.equals("LONG") ? "{\"n\":[" + "1,".repeat(200) + "1]}" : args;
        CallFacts facts = rules(when + " => observe").call(Written.call(Kind.READ, written, null), Written.RUN);
        assertThat(facts.rules())
                .containsExactly(new RuleResult("r1", Rule.Then.DENY, "could not be evaluated for this call: " + why));
        assertThat(facts.fault()).isPresent();
    }

    @Test
    void whereTheCallItselfIsWrong_noRuleIsAsked() {
        Contracts contracts = Written.document("fallback: {effect: read}\nrules:\n  - {name: r1, when: 'true', then:"
                        + " deny, reason: because}\n")
                .contracts();
        CallFacts facts = contracts.call(Written.call(Kind.WRITE, "{}", "op"), Written.RUN);
        assertThat(facts.rules()).isEmpty();
        assertThat(facts.fault())
                .hasValueSatisfying(fault -> assertThat(fault.reason()).isEqualTo(Reason.INVALID_CALL));
    }

    @Test
    void moreToolsThanAreRemembered_areAsIfTheyWereNeverCalled() {
        RunFacts run = Written.RUN;
        for (int i = 0; i < RunFacts.MOST_TOOLS; i++) {
            run = run.after("t" + i, Ended.SUCCEEDED);
        }
        assertThat(run.after("one too many", Ended.SUCCEEDED)).isEqualTo(run);
        assertThat(run.after("t0", Ended.FAILED).tools().get("t0").failed()).isEqualTo(1);
    }
}
