package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "^[a-z]{2,30}$",
                "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
                "a{,3}",
                "[]{9999}]",
                "\\{9999}",
                "(a+)+$",
                "\\p{Lu}x{0,1000}"
            })
    void whatTakesLinearTime_isAllowed(String pattern) {
        assertThat(Patterns.fault(pattern)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "(a{1000}){1000} | steps",
                "((((a{99}){99}){99}){99}){99} | steps",
                "(?=a)b | RE2",
                "(a)\\1 | RE2",
                "(a | RE2",
                "a{2001} | steps",
                "*a | RE2"
            })
    void whatExplodesOrIsNone_isRefused(String pattern, String word) {
        assertThat(Patterns.fault(pattern))
                .hasValueSatisfying(rule -> assertThat(rule).contains(word));
    }

    @Test
    void nestedRepetitions_takeNoLongerForATextThatNearlyFits() {
        Pattern pattern = Patterns.compile("^(a+)+$");
        assertThat(pattern.matcher("a".repeat(20_000) + "b").find()).isFalse();
    }
}
