package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is hidden without anybody having named it. */
class SecretsTest {
    @ParameterizedTest
    @ValueSource(strings = {"password", "Api-Key", "api_key", "apiKey", "AUTHORIZATION", "set-cookie", "client_secret"})
    void fieldsBySuchNames(String name) {
        assertThat(Secrets.isName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "passenger", "tokens", "secretary", "author", "pinned", "key", "cookies_accepted"})
    void notFieldsThatSoundAlike(String name) {
        assertThat(Secrets.isName(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sent Bearer abcdefghijklmnop1234 to it | sent [hidden] to it
        eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.abc-def | [hidden]
        key AKIAABCDEFGHIJKLMNOP failed | key [hidden] failed
        sk-proj-abcdefghijklmnopqrst refused | [hidden] refused
        ghp_abcdefghijklmnop was revoked | [hidden] was revoked
        postgres://app:hunter22@db/orders | [hidden]db/orders
        password=hunter22, user=ann | [hidden], user=ann
        was {"password":"hunter\\"22","n":1} | was {[hidden],"n":1}
        was {"login":{"user":"ann","api-Key":"hunter22"},"pin":1234} | was {"login":{"user":"ann",[hidden]},[hidden]}
        was {\\"password\\":\\"hunter22\\",\\"n\\":1} | was {[hidden],\\"n\\":1}
        was {"credentials":{"user":"ann","key":"x"},"n":1} | was {[hidden],"n":1}
        was {"password":"hunt… | was {[hidden]
        """)
    void textsThatLookLikeOne(String text, String left) {
        assertThat(Secrets.isIn(text)).isTrue();
        assertThat(Secrets.hidden(text)).isEqualTo(left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\\\"", "\\\\"})
    void valuesOfAnyLength_goAsAWhole(String repeated) {
        for (int times = 100; times < 1100; times++) {
            String value = "a" + repeated.repeat(times);
            assertThat(Secrets.hidden("was {\"pin\":\"" + value + "\",\"n\":1}"))
                    .isEqualTo("was {[hidden],\"n\":1}");
        }
    }

    @Test
    void lettersThatFoldIntoOthers_hideNothing() {
        assertThat(Secrets.hidden("pa\u017Fsword=hunter22")).isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.hidden("to\u212Aen=hunter22")).isEqualTo(Secrets.HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the token bucket is empty",
                "order 123456 was paid",
                "https://example.org/a?b=c",
                "ask-your-doctor-about-it-today",
                "a basic understanding of internationalisation"
            })
    void notTextsThatDoNot(String text) {
        assertThat(Secrets.hidden(text)).isEqualTo(text);
    }

    @Test
    void aPrivateKeyGoesToItsEnd_orToThatOfTheText() {
        String key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----";
        assertThat(Secrets.hidden("a " + key + " b")).isEqualTo("a [hidden] b");
        assertThat(Secrets.hidden("-----BEGIN PRIVATE KEY-----\nMIIE")).isEqualTo("[hidden]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        refused Bearer abcdefgh… | refused [hidden]…
        refused sk-proj-abc… | refused [hidden]…
        refused eyJhbGci… | refused [hidden]…
        postgres://app:hunt… | postgres[hidden]…
        an order of a customer… | an order of a customer…
        """)
    void theBeginningOfOne_whereATextWasCut(String text, String left) {
        assertThat(Secrets.hiddenOfCut(text)).isEqualTo(left);
    }

    @Test
    void aPersonSeesAllFieldsOfACall_andNotWhatIsSensitiveInThem() {
        Json args = Json.parse("""
            {"card":{"number":"4111"},"items":[{"code":"x"}],"note":"see Bearer abcdefghijklmnop1234","password":"hunter22","n":1}
            """);
        Json shown = new Redaction(List.of("/card/number", "/items/code")).shown(args);
        assertThat(shown).isEqualTo(Json.parse("""
            {"card":{"number":"[hidden]"},"items":"[hidden]","note":"see [hidden]","password":"[hidden]","n":1}
            """));
    }

    @Test
    void aTextDoesNotTellWhatACallsSensitiveFieldsHold() {
        Json args = Json.parse("""
            {"card":{"number":4111222233334444},"names":["anna","ann"],"amount":300}
            """);
        Redaction redaction = new Redaction(List.of("/card", "/names"));
        assertThat(redaction.hidden("card 4111222233334444 of anna, 300", args))
                .isEqualTo("card [hidden] of [hidden], 300");
    }

    @Test
    void redactionLeavesOutWhatTheContractForgot() {
        Json args = Json.parse("""
            {"card":"4111","note":"see Bearer abcdefghijklmnop1234","login":{"user":"ann","password":"hunter22"},
             "tries":[{"otp":1234},{"n":1}]}
            """);
        Json left = new Redaction(List.of("/card")).of(args);
        assertThat(left).isEqualTo(Json.parse("""
            {"note":"see [hidden]","login":{"user":"ann"},"tries":[{},{"n":1}]}
            """));
    }
}
