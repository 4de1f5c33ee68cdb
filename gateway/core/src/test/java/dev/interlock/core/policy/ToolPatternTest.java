package dev.interlock.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolPatternTest {
    private static final long SEED = 11;

    @ParameterizedTest
    @CsvSource({
        "pay, pay, true",
        "pay, pays, false",
        "'*', anything, true",
        "'*', '', true",
        "crm.*, crm.read, true",
        "crm.*, crm, false",
        "'*.read', crm.read, true",
        "a*b*c, axxbyyc, true",
        "a*b*c, axxbyy, false",
        "'*ab', aab, true"
    })
    void aStar_standsForAnyCharacters(String pattern, String tool, boolean matches) {
        assertThat(ToolPattern.matches(pattern, tool)).isEqualTo(matches);
    }

    @Test
    void theExactName_decidesThenTheLongestPatternThenTheFallback() {
        Policy policy = policy("crm.*", "crm.contact.*", "crm.contact.read");
        assertThat(timeout(policy, "crm.contact.read")).isEqualTo(3);
        assertThat(timeout(policy, "crm.contact.write")).isEqualTo(2);
        assertThat(timeout(policy, "crm.ping")).isEqualTo(1);
        assertThat(policy.contract("mail")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a*:*b", "crm.*:*read", "*a:**a", "a*c:ab*"})
    void patternsOfOneLengthThatCouldMatchTheSameTool_areRefused(String names) {
        assertThatThrownBy(() -> policy(names.split(":")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("which could match the same tool, was equally long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a*:b*", "*a:*b", "crm.*:mail.*", "a*:aa*"})
    void patternsBetweenWhichTheirLengthOrNoToolDecides_areAllowed(String names) {
        assertThat(policy(names.split(":")).tools()).hasSize(2);
    }

    @Test
    void aClash_isFoundWhereverATextMatchesBoth() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            String one = word(random, "ab*");
            String other = word(random, "ab*");
            boolean both = texts(8).stream()
                    .anyMatch(text -> ToolPattern.matches(one, text) && ToolPattern.matches(other, text));
            boolean sameLength =
                    one.replace("*", "").length() == other.replace("*", "").length();
            assertThat(ToolPattern.clash(List.of(one, other)).isPresent())
                    .as("seed %d: %s and %s", SEED, one, other)
                    .isEqualTo(both && sameLength);
        }
    }

    @Test
    void approval_isAskedForToolsThatAPatternMatches() {
        ApprovalRule rule = new ApprovalRule(List.of("pay.*", "refund"));
        assertThat(rule.covers("pay.out")).isTrue();
        assertThat(rule.covers("refund")).isTrue();
        assertThat(rule.covers("refunds")).isFalse();
    }

    private static List<String> texts(int longest) {
        List<String> found = new ArrayList<>(List.of(""));
        for (int from = 0; found.get(found.size() - 1).length() < longest; from++) {
            found.add(found.get(from) + "a");
            found.add(found.get(from) + "b");
        }
        return found;
    }

    private static String word(Random random, String letters) {
        StringBuilder word = new StringBuilder("*");
        for (int i = random.nextInt(4); i > 0; i--) {
            word.insert(random.nextInt(word.length() + 1), letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }

    private static long timeout(Policy policy, String tool) {
        return policy.contract(tool).orElseThrow().timeoutMs();
    }

    /** A policy without fallback; the contract of the first tool has a timeout of 1 ms, the next of 2 and so on. */
    private static Policy policy(String... names) {
        Map<String, ToolContract> tools = new LinkedHashMap<>();
        for (String name : names) {
            long timeout = tools.size() + 1L;
            tools.put(
                    name,
                    new ToolContract(timeout, timeout, 0, 0, 0, 0, false, false, 0, 0, 0, ProgressRule.NEW_RESULT));
        }
        Policy strict = Presets.strict();
        return new Policy(
                "p",
                strict.ceilings(),
                strict.chains(),
                strict.repetition(),
                strict.otherwise(),
                Map.of(),
                false,
                false,
                strict.horizons(),
                ApprovalRule.NONE,
                tools,
                Optional.empty());
    }
}
