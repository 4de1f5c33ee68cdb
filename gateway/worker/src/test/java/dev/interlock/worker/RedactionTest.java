package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {
    private final Redaction redaction = new Redaction(UnaryOperator.identity());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "login failed, password=hunter2, user=ada | login failed, password=***, user=ada",
                "{\"api_key\": \"a b c\", \"name\": \"x\"} | {\"api_key\": ***, \"name\": \"x\"}",
                "Authorization: Bearer abc.def.ghi refused | Authorization: *** refused",
                "header was Bearer abcdefgh12345 | header was Bearer ***",
                "cannot reach https://ada:secret@host/path | cannot reach https://***@host/path",
                "ACCESS-KEY='k1' SECRET: k2 | ACCESS-KEY=*** SECRET: ***",
                "invoice 17 not found | invoice 17 not found"
            })
    void secret_isMasked_andTheRestStays(String text, String redacted) {
        assertThat(redaction.of(text)).isEqualTo(redacted);
    }

    @Test
    void text_isOneLineOfBoundedLength_thatARecordMayCarry() {
        String redacted = redaction.of("a\nb\tc" + '\uD800' + "d" + "x".repeat(10_000));

        assertThat(redacted).startsWith("a b c dx").hasSize(501).endsWith("…");
    }

    @Test
    void pairAtTheEnd_isNotCutInHalf() {
        assertThat(redaction.of("x".repeat(499) + "😀😀")).isEqualTo("x".repeat(499) + "…");
    }

    @Test
    void applicationsOwnRedaction_comesFirst() {
        assertThat(new Redaction(text -> text.replace("Ada", "A.")).of("Ada, token=1"))
                .isEqualTo("A., token=***");
    }

    @Test
    void textThatTheApplicationFailsToRedact_isWithheld() {
        Redaction failing = new Redaction(text -> {
            throw new IllegalStateException("bug");
        });

        assertThat(failing.of("secret text")).isEqualTo("(withheld: it could not be redacted)");
        assertThat(new Redaction(text -> null).of("secret text")).isEqualTo("(withheld: it could not be redacted)");
    }
}
