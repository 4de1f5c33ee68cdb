package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.Presets;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallFactsTest {
    private static final String SCHEMA =
            "{type: object, properties: {to: {type: string, pattern: '^[a-z]+$'}, sum: {type: integer, minimum: 1},"
                    + " order: {type: object, properties: {id: {type: string}}, required: [id]}}, required: [to]}";

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"to\":\"ann\"} | none",
                "{\"to\":\"ann\",\"sum\":1} | none",
                "{\"to\":\"ann\",\"sum\":1.0} | none",
                "{} | invalid_arguments args/to: is required, was absent",
                "{\"to\":\"ann\",\"tip\":2} | invalid_arguments args/tip: is no known field, was there",
                "{\"to\":7} | invalid_arguments args/to: integer found, string expected, was 7",
                "{\"to\":\"Ann\"} | invalid_arguments args/to: does not match the regex pattern ^[a-z]+$, was \"Ann\"",
                "{\"to\":\"ann\",\"sum\":0} | invalid_arguments args/sum: must have a minimum value of 1, was 0",
                "{\"to\":\"ann\",\"sum\":1.5} | invalid_arguments args/sum: number found, integer expected, was 1.5",
                "{\"to\":\"ann\",\"sum\":1e999999999} | invalid_arguments args/sum: must be a number of at most 1000"
                        + " digits, was 1E+999999999",
                "{\"to\":\"ann\",\"order\":{}} | invalid_arguments args/order/id: is required, was absent",
                "{\"sum\":0,\"tip\":1} | invalid_arguments args/sum: must have a minimum value of 1, was 0"
            })
    void argumentsThatDoNotFit_areRefusedWithTheirPointer(String args, String fault) {
        Contracts contracts = Written.terms("{args_schema: " + SCHEMA + "}");
        assertThat(Written.shown(contracts
                        .call(Written.call(Kind.READ, args, null), Written.RUN)
                        .fault()))
                .isEqualTo(fault);
    }

    @Test
    void whatASchemaLeavesOpen_isNotInvented() {
        for (String open : List.of("additionalProperties: true", "patternProperties: {'^x-': {}}")) {
            Contracts contracts = Written.terms("{args_schema: {properties: {a: {}}, " + open + "}}");
            assertThat(contracts
                            .call(Written.call(Kind.READ, "{\"x-b\":1}", null), Written.RUN)
                            .fault())
                    .as(open)
                    .isEmpty();
        }
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "read | READ | none",
                "read | MODEL | none",
                "read | WRITE | invalid_call kind: must be read or model, for the contract of the tool says read, was"
                        + " write",
                "idempotent_write | WRITE | none",
                "keyed_write | READ | invalid_call kind: must be write, for the contract of the tool says keyed_write,"
                        + " was read",
                "irreversible | MODEL | invalid_call kind: must be write, for the contract of the tool says"
                        + " irreversible, was model"
            })
    void aCall_mustBeOfTheKindThatItsToolIsOf(String effect, Kind kind, String fault) {
        Contracts contracts = Written.terms("{effect: " + effect + "}");
        assertThat(Written.shown(contracts
                        .call(Written.call(kind, "{}", "op"), Written.RUN)
                        .fault()))
                .isEqualTo(fault);
    }

    @Test
    void theDerivedOperationId_wins() {
        Contracts contracts = Written.terms("{identity: [/order/id]}");
        IdentityRule rule = new IdentityRule(List.of("/order/id"), List.of());
        String args = "{\"order\":{\"id\":\"7\"},\"note\":\"x\"}";
        Optional<String> derived = rule.operationId("pay", Json.parse(args));
        CallFacts silent = contracts.call(Written.call(Kind.WRITE, args, null), Written.RUN);
        assertThat(silent.fault()).isEmpty();
        assertThat(silent.operationId()).isEqualTo(derived).isPresent();
        assertThat(silent.identity()).isEqualTo(rule);
        assertThat(contracts
                        .call(Written.call(Kind.WRITE, args, derived.get()), Written.RUN)
                        .fault())
                .isEmpty();
        assertThat(Written.shown(contracts
                        .call(Written.call(Kind.WRITE, args, "mine"), Written.RUN)
                        .fault()))
                .isEqualTo(
                        "invalid_call operation_id: must be left out, for it is derived from the arguments, was mine");
        assertThat(Written.shown(contracts
                        .call(Written.call(Kind.WRITE, "{\"order\":{\"id\":\"\"}}", "mine"), Written.RUN)
                        .fault()))
                .isEqualTo("missing_operation_id args/order/id: is required, for the operation id is derived from it,"
                        + " was absent");
        assertThat(contracts
                        .call(Written.call(Kind.READ, "{}", null), Written.RUN)
                        .fault())
                .as("a read has no operation")
                .isEmpty();
    }

    @Test
    void callsThatDifferInVolatileFields_areTheSame() {
        Contracts contracts = Written.terms("{volatile: [/at]}");
        ProposedCall one = Written.call(Kind.READ, "{\"q\":1,\"at\":1}", null);
        ProposedCall other = Written.call(Kind.READ, "{\"q\":1,\"at\":2}", null);
        ProposedCall third = Written.call(Kind.READ, "{\"q\":2,\"at\":1}", null);
        assertThat(fingerprint(contracts, one)).isEqualTo(fingerprint(contracts, other));
        assertThat(fingerprint(contracts, one)).isNotEqualTo(fingerprint(contracts, third));
    }

    private static Fingerprint fingerprint(Contracts contracts, ProposedCall call) {
        IdentityRule rule = contracts.call(call, Written.RUN).identity();
        return Fingerprint.of(call.tool(), call.args(), rule, Optional.empty());
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/card | {\"card\":\"4711\",\"to\":\"a\"} | {\"to\":\"a\"}",
                "/payer/card | {\"payer\":{\"card\":1,\"id\":2}} | {\"payer\":{\"id\":2}}",
                "/payer/card | {\"payer\":[{\"card\":1}],\"to\":\"a\"} | {\"payer\":[],\"to\":\"a\"}",
                "/payer/card | {\"payer\":\"none\"} | {\"payer\":\"none\"}",
                "/payer | {\"payer\":{\"card\":1}} | {}",
                "/a~1b | {\"a/b\":1,\"a\":{\"b\":2}} | {\"a\":{\"b\":2}}"
            })
    void sensitiveArguments_areNotJournaled(String field, String args, String journaled) {
        Contracts contracts = Written.terms("{sensitive: [" + field + "]}");
        assertThat(contracts
                        .call(Written.call(Kind.READ, args, null), Written.RUN)
                        .journaled()
                        .orElseThrow())
                .isEqualTo(Json.parse(journaled));
    }

    @Test
    void aSensitiveArgument_isNotShownWhereItDoesNotFit() {
        Contracts contracts =
                Written.terms("{sensitive: [/payer/card], args_schema: {properties: {payer: {properties: {card: {type:"
                        + " string}}}}}}");
        for (String args : List.of("{\"payer\":{\"card\":4711}}", "{\"payer\":{\"card\":[\"4711\"]}}")) {
            String fault = Written.shown(contracts
                    .call(Written.call(Kind.READ, args, null), Written.RUN)
                    .fault());
            assertThat(fault).contains("args/payer/card").endsWith("was hidden").doesNotContain("4711");
        }
    }

    @Test
    void pagesOfOneList_areToldByTheirCursors() {
        Contracts contracts = Written.terms("{cursor: /page}");
        CallFacts.Page first = page(contracts, "{\"q\":1}");
        CallFacts.Page second = page(contracts, "{\"q\":1,\"page\":\"b\"}");
        CallFacts.Page other = page(contracts, "{\"q\":2,\"page\":\"b\"}");
        assertThat(first.cursor()).isEmpty();
        assertThat(second.cursor()).isPresent().isEqualTo(other.cursor());
        assertThat(second.series()).isEqualTo(first.series()).isNotEqualTo(other.series());
    }

    private static CallFacts.Page page(Contracts contracts, String args) {
        return contracts
                .call(Written.call(Kind.READ, args, null), Written.RUN)
                .page()
                .orElseThrow();
    }

    @Test
    void whereNothingIsSaid_aCallIsAsItWasProposed() {
        Contracts contracts = PolicyDocument.of(Presets.balanced()).contracts();
        ProposedCall call = Written.call(Kind.WRITE, "{\"a\":1}", "op");
        assertThat(contracts.call(call, Written.RUN))
                .isEqualTo(new CallFacts(
                        Optional.empty(),
                        IdentityRule.NONE,
                        Optional.of("op"),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()));
    }
}
