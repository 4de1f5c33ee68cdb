package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.LastTurn;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.SameCall;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.Passing;
import dev.interlock.core.policy.ToolLimits;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.check.Checked;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.words.Warning;
import dev.interlock.policy.words.Warnings;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
    private static final String PAYMENTS = """
        name: payments
        extends: balanced
        ceilings: {calls: 60}
        actions: {same_call: deny}
        fallback: {timeout_ms: 5_000}
        tools:
          "invoice.*": {max_retries: 1}
          invoice.pay: {queryable: true}
        """;

    @Test
    void aFile_changesItsPresetAndEachToolTheFallbackOfTheFile() {
        PolicyFile file = parse(PAYMENTS);
        Policy policy = file.policy();
        assertThat(file.extended()).contains("balanced");
        assertThat(policy.ceilings().calls()).isEqualTo(60);
        assertThat(policy.ceilings().turns())
                .isEqualTo(Presets.balanced().ceilings().turns());
        assertThat(policy.action(Reason.SAME_CALL)).isEqualTo(new Action.Deny());
        assertThat(policy.contract("invoice.list").orElseThrow().maxRetries()).isEqualTo(1);
        assertThat(policy.contract("invoice.list").orElseThrow().timeoutMs()).isEqualTo(5_000);
        assertThat(policy.contract("invoice.pay").orElseThrow().queryable()).isTrue();
        assertThat(policy.contract("invoice.pay").orElseThrow().maxRetries())
                .isEqualTo(policy.contract("mail").orElseThrow().maxRetries());
    }

    @Test
    void limitsPollsAndPagesOfATool_areItsOwn_andAreTakenOverFromTheFallback() {
        PolicyFile file = parse("""
            name: p
            extends: balanced
            fallback: {limits: {parallel: 3}, page: {most: 50}}
            tools:
              job.state: {poll: {most: 20, every_ms: 1000, within_ms: 60000}, page: null}
              web.search: {limits: {calls: 5}}
            """);
        Policy policy = file.policy();
        ToolContract job = policy.contract("job.state").orElseThrow();
        assertThat(job.poll()).contains(new PollRule(20, 1_000, 60_000, Optional.of(true)));
        assertThat(job.page()).isEmpty();
        assertThat(job.limits()).contains(ToolLimits.ofParallel(3));
        ToolContract search = policy.contract("web.search").orElseThrow();
        assertThat(search.limits()).contains(new ToolLimits(OptionalInt.of(5), OptionalInt.of(3)));
        assertThat(search.page()).contains(new PageRule(50));
        assertThat(search.poll())
                .isEqualTo(Presets.balanced().fallback().orElseThrow().poll());
        assertThat(PolicyCodec.read(PolicyCodec.bytes(policy))).isEqualTo(policy);
        assertThat(Checked.text(file, List.of()))
                .contains("  A run may make 5 calls of this tool. Waiting and approval give none back.")
                .contains("  It may be asked for within 1 min of the first time; a later call is denied as"
                        + " poll_deadline.");
    }

    @Test
    void rateOfARunAndOfATool_areTakenOverAndCanBeTakenBack() {
        Policy policy = parse("""
            name: p
            extends: balanced
            ceilings: {rate: {calls: 30, per_ms: 60000}}
            fallback: {limits: {rate: {calls: 5, per_ms: 1000}}}
            tools:
              web.search: {limits: {rate: {calls: 2}}}
              job.state: {limits: {rate: null, calls: 9}}
            """).policy();
        assertThat(policy.ceilings().rate()).contains(new RateRule(30, 60_000));
        assertThat(policy.contract("web.search").orElseThrow().limits()).contains(ToolLimits.ofRate(2, 1_000));
        assertThat(policy.contract("job.state").orElseThrow().limits()).contains(ToolLimits.ofCalls(9));
        assertThat(PolicyCodec.read(PolicyCodec.bytes(policy))).isEqualTo(policy);
    }

    @Test
    void whatIsKeptForALastWord_isPartOfTheCeilings() {
        PolicyFile file = parse("""
            name: p
            extends: balanced
            ceilings: {cost_micros: 1000, last_turn: {cost_micros: 50}}
            """);
        assertThat(file.policy().ceilings().lastTurn()).contains(new LastTurn(50));
        assertThat(PolicyCodec.read(PolicyCodec.bytes(file.policy()))).isEqualTo(file.policy());
        assertThat(Checked.text(file, List.of()))
                .contains(
                        "  Of these, one model turn with one call of a model is kept, and 50 millionths of the currency"
                                + " unit for it: a run that reaches a ceiling may say a last word with it.");
    }

    @Test
    void whatAToolCosts_isTakenOverFromTheFallback_andTheCeilingCanBeTakenBack() {
        PolicyFile file = parse("""
            name: p
            extends: balanced
            ceilings: {cost_micros: 5000000}
            fallback: {cost_micros: 0}
            tools:
              model.large: {cost_micros: 20000}
              web.search: {cost_micros: null}
              job.state: {max_retries: 1}
            """);
        Policy policy = file.policy();
        assertThat(policy.ceilings().costMicros()).hasValue(5_000_000);
        assertThat(policy.contract("model.large").orElseThrow().costMicros()).hasValue(20_000);
        assertThat(policy.contract("web.search").orElseThrow().costMicros()).isEmpty();
        assertThat(policy.contract("job.state").orElseThrow().costMicros()).hasValue(0);
        assertThat(PolicyCodec.read(PolicyCodec.bytes(policy))).isEqualTo(policy);
        assertThat(Checked.text(file, List.of()))
                .contains(
                        "  One attempt costs 20000 millionths of the currency unit at most; so much is kept back until"
                                + " its result says what it cost.");
    }

    @Test
    void whichFailuresMayPass_isListed_takenOverFromTheFallback_andToldInWords() {
        PolicyFile file = parse("""
            name: p
            extends: balanced
            fallback: {retry_on: [invalid, transient, transient]}
            tools:
              web.search: {retry_on: []}
              job.state: {max_retries: 1}
            """);
        Policy policy = file.policy();
        assertThat(policy.contract("job.state").orElseThrow().passing())
                .containsExactly(Passing.TRANSIENT, Passing.INVALID);
        assertThat(policy.contract("web.search").orElseThrow().passing()).isEmpty();
        assertThat(PolicyCodec.read(PolicyCodec.bytes(policy))).isEqualTo(policy);
        assertThat(Checked.text(file, List.of()))
                .contains(
                        "  Failures that may pass, and so are tried again, spaced and forgiven, are those of the"
                                + " classes transient, invalid; others are final.",
                        "  No failure may pass: none is tried again by the gateway, and none forgiven.");
    }

    @Test
    void aClassThatThereIsNot_isRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> parse("{name: p, extends: balanced, tools: {a: {retry_on: [timeout, broken]}}}"))
                .hasMessageContaining("p.yaml:1:62: tools.a.retry_on.1: must be one of transient, permanent, invalid,"
                        + " timeout, was broken");
    }

    @Test
    void theHash_namesWhatIsSaidAndNotHow() {
        String same = "{extends: balanced, name: payments, actions: {same_call: deny}, ceilings: {calls: 60}, tools:"
                + " {invoice.pay: {queryable: true}, \"invoice.*\": {max_retries: 1}}, fallback: {timeout_ms: 5000}}";
        assertThat(parse(PAYMENTS).hash())
                .hasSize(64)
                .isEqualTo(parse(same).hash())
                .isNotEqualTo(parse(PAYMENTS.replace("60", "61")).hash());
    }

    @Test
    void thePlaceOfAField_isWhereItOrWhatIsAroundItStands() {
        PolicyFile file = parse(PAYMENTS);
        assertThat(file.place(FieldPath.of("tools", "invoice.pay", "queryable")))
                .isEqualTo(new Place(8, 17));
        assertThat(file.place(FieldPath.of("tools", "invoice.pay", "max_retries")))
                .isEqualTo(new Place(8, 3));
        assertThat(file.place(FieldPath.of("horizons"))).isEqualTo(Place.START);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ceilings: {calls: 0} | ceilings: a run can make no call at all",
                "ceilings: {turns: 3} | ceilings.turns: ends runs before a standard task of 5 to 15 steps can be done",
                "ceilings: {calls: 9, model_calls: 9} | ceilings.parallel: is never reached: there are fewer calls",
                "tools: {a.b: {max_retries: 1}} | tools.\"a.b\".max_retries: allows 2 tries of a call that fails for a"
                        + " reason that may pass; repetition.identical.transient_tries of 5 is never reached",
                "tools: {a: {limits: {calls: 501}}} | tools.a.limits.calls: is never reached: ceilings.calls is reached"
                        + " before it",
                "tools: {a: {limits: {parallel: 17}}} | tools.a.limits.parallel: is never reached: ceilings.parallel is"
                        + " reached before it",
                "tools: {a: {poll: {most: 7, every_ms: 10, within_ms: 60}}} | tools.a.poll.most: is never reached:"
                        + " poll.within_ms is reached before it",
                "tools: {a: {poll: {most: 7, every_ms: 10, within_ms: 61}, limits: {calls: 7}, page: {most: 3}}} |"
                        + " none",
                "ceilings: {cost_micros: 9}, fallback: {cost_micros: 1}, tools: {a: {cost_micros: 10}} |"
                        + " tools.a.cost_micros: is more than ceilings.cost_micros: no call of it is ever let through",
                "tools: {a: {retry_on: [], retry_backoff_ms: 5}} | tools.a.retry_backoff_ms: has no effect: retry_on"
                        + " names no failure that may pass",
                "tools: {a: {retry_on: [timeout], retry_backoff_ms: 5}} | none",
                "tools: {a: {timeout_ms: 240000, max_timeout_ms: 240000}} | tools.a.timeout_ms: gives calls of which"
                        + " nothing is reported so much time that repetition.unreported of 3 is never reached:"
                        + " ceilings.wall_clock_ms is reached before it",
                "tools: {a: {timeout_ms: 239999, max_timeout_ms: 240000}} | none",
                "tools: {a: {timeout_ms: 240000, max_timeout_ms: 240000, retry_on: []}} | none",
                "approval: {tools: [wire]} | none",
                "fallback: null, approval: {tools: [wire]} | approval.tools: wire has no contract: its calls are denied"
                        + " before a person is asked",
                "ceilings: {cost_micros: 100} | fallback.cost_micros: is not said: a call of which its proposal does"
                        + " not say the cost either runs as long as something is left, and can overrun"
                        + " ceilings.cost_micros by all that it costs",
                "ceilings: {cost_micros: 100}, fallback: {cost_micros: 1} | none",
                "fallback: null, approval: {tools: [wire]}, tools: {w*: {}} | none"
            })
    void whatCanHaveNoEffect_isWarnedOf(String changes, String warning) {
        List<Warning> found = Warnings.of(
                parse("{name: p, extends: balanced, " + changes + "}").policy());
        assertThat(found.stream().map(w -> w.field() + ": " + w.text()))
                .isEqualTo(warning.equals("none") ? List.of() : List.of(warning));
    }

    @Test
    void whatIsTheSameCallAgain_mayBeSaidOfOneTool_andAFewCallsAgainAndAgainOfAll() {
        PolicyFile file = parse("""
            name: p
            extends: balanced
            repetition: {churn: {repeated: 24, window: 32}}
            tools:
              sleep: {same_call: {allowed: 0}, effect: read}
              batch.row: {same_call: {allowed: 10, span: consecutive, window: 12}, effect: read}
              other: {same_call: {allowed: 0}, effect: keyed_write, identity: [/id]}
            """);
        ToolContract row = file.policy().contract("batch.row").orElseThrow();
        assertThat(row.sameCall())
                .contains(new SameCall(10, Optional.of(Repetition.Span.CONSECUTIVE), OptionalInt.of(12)));
        assertThat(file.policy().contract("sleep").orElseThrow().sameCall()).contains(SameCall.off());
        assertThat(file.policy().contract("any").orElseThrow().sameCall()).isEmpty();
        assertThat(file.policy().repetition().churn()).contains(new Repetition.Churn(24, 32));
        assertThat(PolicyFiles.document(file.document().body())).isEqualTo(file.document());
        assertThat(Checked.text(file, List.of()))
                .contains(
                        "  The same call of this tool may run as often as it likes, and is no part of a repeated"
                                + " block.",
                        "  Of this tool, compared are the calls directly before it.",
                        "  Of the last calls, 24 may have only repeated an earlier one with the same result; then a"
                                + " call that was made before is denied as no_progress, whatever came between.")
                .filteredOn(line -> line.contains("warning"))
                .singleElement()
                .asString()
                .startsWith("p.yaml:5:23: warning: tools.sleep.same_call.allowed: lets a tool that only reads be asked"
                        + " the same until a ceiling is reached");
    }

    @Test
    void whatItWillDo_isToldInPlainWordsForEveryPreset() {
        for (PolicyDocument preset : Standards.all()) {
            PolicyFile file = PolicyFiles.parse("p.yaml", preset.bytes());
            assertThat(Checked.text(file, List.of()))
                    .contains(
                            "  A run may make " + preset.policy().ceilings().calls()
                                    + " calls of all kinds. Waiting and approval give none back.",
                            "Every tool")
                    .noneMatch(line -> line.contains("{}") || line.contains("null"));
            assertThat(Checked.json(file, List.of()).path("ok").booleanValue()).isTrue();
        }
    }

    @Test
    void bodiesSideBySide_mayExtendEachOtherInAnyOrder() {
        Map<String, PolicyDocument> known = bodies("{b: {extends: a, ceilings: {turns: 7}}, a: {extends: strict}}", "");
        assertThat(known.get("b").policy().ceilings().turns()).isEqualTo(7);
        assertThat(known.get("b").policy().otherwise()).isEqualTo(new Action.Stop());
        assertThat(known).containsKeys("balanced", "strict", "article-a", "a");
    }

    @Test
    void aBody_takesContractsAndRulesFromTheBodyItExtends_andWritesItsOwnOverThem() {
        String yaml = """
            {a: {extends: balanced, fallback: {volatile: [/at]},
                 tools: {pay: {identity: [/id], sensitive: [/card]}, look: {cursor: /next}},
                 rules: [{name: r, when: 'true', then: observe, reason: x}]},
             b: {extends: a, tools: {pay: {sensitive: null}, list: {records: /items}}}}
            """;
        PolicyDocument b = bodies(yaml, "").get("b");
        assertThat(b.terms("pay").identity()).containsExactly("/id");
        assertThat(b.terms("pay").sensitive()).isEmpty();
        assertThat(b.terms("look").cursor()).contains("/next");
        assertThat(b.terms("list").ignored()).containsExactly("/at");
        assertThat(b.rules()).hasSize(1);
    }

    @Test
    void whatIsWrongInTheContractOfABody_isToldWithItsPlace() {
        bodies(
                "{a: {extends: balanced, tools: {pay: {identity: [id]}}}}",
                "f:1:50: policies.a.tools.pay.identity.0: must be a JSON Pointer through objects, such as /order/id,"
                        + " was id");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: {extends: b}, b: {extends: a}} | f:1:32: policies.b.extends: must not lead back to itself by way"
                        + " of a, b, was a",
                "{a: {extends: a}} | f:1:15: policies.a.extends: must not lead back to itself by way of a, was a",
                "{a: {extends: c}} | f:1:15: policies.a.extends: must be one of balanced, strict, article-a, article-b,"
                        + " article-c, article-d, was c",
                "{strict: {extends: balanced}} | f:1:2: policies.strict: must have a name of its own, was strict",
                "{a: 5} | f:1:5: policies.a: must be a mapping, was 5",
                "{a: {extends: strict, name: b}} | f:1:29: policies.a.name: must be left out, for it stands before the"
                        + " fields, was b",
                "{a: {extends: strict, ceilings: {calls: -1}}} | f:1:41: policies.a.ceilings.calls: must be finite, 0"
                        + " to 100000, was -1"
            })
    void bodiesSideBySide_areRefusedLikeFiles(String yaml, String complaint) {
        bodies(yaml, complaint);
    }

    private static Map<String, PolicyDocument> bodies(String yaml, String complaint) {
        Problems problems = new Problems();
        Node root =
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8), problems).orElseThrow();
        Map<String, PolicyDocument> known = PolicyBodies.read("policies.", (Node.Mapping) root, problems);
        assertThat(problems.inOrder().stream().map((Problem problem) -> problem.text("f")))
                .isEqualTo(complaint.isEmpty() ? List.of() : List.of(complaint));
        return known;
    }

    private static PolicyFile parse(String yaml) {
        return PolicyFiles.parse("p.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    }
}
