package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.schemas.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultFactsTest {
    private static ResultFacts facts(String terms, Result result, String value) {
        return Written.terms(terms)
                .result(
                        Written.call(Kind.READ, "{}", null),
                        result,
                        Optional.ofNullable(value).map(Json::parse));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "nothing",
            value = {
                "value.success == false | {\"success\":false} | failed",
                "value.success == false | {\"success\":true} | none",
                "has(value.isError) && value.isError | {\"isError\":true,\"content\":[]} | failed",
                "has(value.isError) && value.isError | {\"content\":[]} | none",
                "value.content.exists(c, c.text.startsWith('Error:')) | {\"content\":[{\"text\":\"Error: x\"}]} |"
                        + " failed",
                "value == null | nothing | failed",
                "value.success == false | {} | invalid_result value: must be such that it can be told whether the call"
                        + " failed, was attribute_not_found"
            })
    void aResultThatCallsItselfOk_isAFailureWhereTheContractSaysSo(String when, String value, String expected) {
        ResultFacts facts =
                facts("{failure: {when: \"" + when + "\", class: permanent, code: refused}}", Written.ok(), value);
        if (expected.equals("failed")) {
            assertThat(facts.result().status()).isEqualTo(ResultStatus.RETRYABLE);
            assertThat(facts.result().error()).contains(new ToolError(ToolError.Kind.PERMANENT, "refused"));
            assertThat(facts.judged()).isEqualTo(facts.result());
        } else {
            assertThat(Written.shown(facts.fault())).isEqualTo(expected);
            assertThat(facts.result()).isEqualTo(Written.ok());
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "nothing",
            value = {
                "{\"id\":\"7\",\"state\":\"done\"} | none",
                "{\"state\":\"done\"} | invalid_result value/id: is required, was absent",
                "{\"id\":\"\",\"state\":\"done\"} | invalid_result value/id: is required, was absent",
                "{\"id\":null,\"state\":\"done\"} | invalid_result value/id: is required, was absent",
                "nothing | invalid_result value/id: is required, was absent",
                "{\"id\":\"7\",\"state\":\"gone\"} | invalid_result value/state: does not have a value in the"
                        + " enumeration [\"open\", \"done\"], was otherwise",
                "{\"id\":\"7\",\"state\":\"done\",\"more\":1} | none"
            })
    void aResult_mustHaveWhatTheContractPromises(String value, String fault) {
        ResultFacts facts = facts(
                "{required_data: [/id], result_schema: {properties: {state: {enum: [open, done]}}}}",
                Written.ok(),
                value);
        assertThat(Written.shown(facts.fault())).isEqualTo(fault);
        assertThat(facts.judged().status())
                .isEqualTo(fault.equals("none") ? ResultStatus.OK : ResultStatus.UNRECOGNISED);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{\"state\":\"running\"} | true", "{\"state\":\"done\"} | false", "{} | false"})
    void aPoll_goesOnWhileTheContractSaysSo(String value, boolean pending) {
        assertThat(facts("{pending: value.state == 'running'}", Written.ok(), value)
                        .pending())
                .isEqualTo(pending);
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"items\":[1,2],\"next\":\"b\"} | {\"items\":[1,2],\"next\":\"c\"} | true",
                "{\"items\":[1,2],\"next\":\"b\"} | {\"items\":[1,3],\"next\":\"b\"} | false",
                "{\"items\":[],\"next\":\"b\"} | {\"items\":[],\"next\":\"c\"} | false",
                "{\"next\":\"b\"} | {\"next\":\"b\"} | false"
            })
    void pages_areToldToBeTheSameByTheirRecords_andNotWhereThereAreNone(String one, String other, boolean same) {
        Optional<String> first =
                facts("{records: /items}", Written.ok(), one).judged().pageDigest();
        Optional<String> second =
                facts("{records: /items}", Written.ok(), other).judged().pageDigest();
        assertThat(first.isPresent() && first.equals(second)).isEqualTo(same);
    }

    /** What is left out of a result does not make it new, and what the value itself is stays known. */
    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"text\":\"a\",\"at\":1} | {\"text\":\"a\",\"at\":2} | true",
                "{\"text\":\"a\",\"at\":1} | {\"text\":\"a\"} | true",
                "{\"text\":\"a\",\"meta\":{\"reads\":1,\"of\":2}} | {\"text\":\"a\",\"meta\":{\"reads\":2,\"of\":2}} |"
                        + " true",
                "{\"text\":\"a\",\"meta\":{\"reads\":1,\"of\":2}} | {\"text\":\"a\",\"meta\":{\"reads\":1,\"of\":3}} |"
                        + " false",
                "{\"text\":\"a\",\"at\":1} | {\"text\":\"b\",\"at\":1} | false",
                "{\"text\":\"a\",\"list\":[{\"at\":1}]} | {\"text\":\"a\",\"list\":[{\"at\":2}]} | false"
            })
    void resultsThatDifferInVolatileFieldsAlone_areTheSame(String one, String other, boolean same) {
        String contract = "{volatile_result: [/at, /meta/reads]}";
        Result first = facts(contract, Written.ok(), one).judged();
        Result second = facts(contract, Written.ok(), other).judged();
        assertThat(first.value().compared().equals(second.value().compared())).isEqualTo(same);
        assertThat(first.value().digest()).isEqualTo(Written.ok().value().digest());
        assertThat(Written.terms(contract).judgesResults("pay")).isTrue();
    }

    @Test
    void aValueThatIsNoObject_countsAsAWhole() {
        assertThat(facts("{volatile_result: [/at]}", Written.ok(), "\"text\"").judged())
                .isEqualTo(Written.ok());
    }

    @Test
    void whatFailedByItsOwnWord_isLeftAsItIs() {
        Result fatal = new Result(
                ResultStatus.FATAL,
                Written.ok().effect(),
                Written.ok().evidence(),
                Written.ok().value(),
                Optional.empty(),
                Optional.empty(),
                Written.ok().retryAfterMs(),
                1);
        ResultFacts facts = facts(
                "{failure: {when: 'true', class: transient, code: c}, required_data: [/id], pending: 'true'}",
                fatal,
                "{}");
        assertThat(facts)
                .isEqualTo(new ResultFacts(fatal, Optional.empty(), false, Optional.empty(), Optional.empty()));
    }
}
