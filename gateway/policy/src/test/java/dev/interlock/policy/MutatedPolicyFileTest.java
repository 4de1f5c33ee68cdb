package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.PolicyException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files changed at random: each is either a policy that can be written and read again, or refused with a place. */
class MutatedPolicyFileTest {
    private static final long SEED = Long.getLong("interlock.seed", 20_261_130L);
    private static final int MUTATIONS = Integer.getInteger("interlock.mutations", 6_000);
    private static final List<String> FRAGMENTS = List.of(
            "*",
            "&a ",
            "*a",
            "!!str ",
            "<<: ",
            "? ",
            ": ",
            "- ",
            "---\n",
            "...\n",
            "%YAML 1.2\n",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            "|",
            ">",
            "#",
            "\t",
            "\u0000",
            "\ufeff",
            "\ud83d\ude00",
            "\\x",
            "null",
            "true",
            "-1",
            "0",
            "99999999999999999999",
            ".inf",
            ".nan",
            "1e9",
            "0x10",
            "1_000",
            "extends: strict\n",
            "name: q\n",
            "tools:",
            "actions: {}",
            "deny_then_stop",
            "\r\n",
            "\u2028",
            "\u0085",
            ",",
            "@",
            "`",
            "(a+)+",
            "{1000}",
            "(?=",
            "$ref: '#/'",
            "/a/~2",
            " && ",
            "matches(",
            ".all(x, ");

    private static final List<String> FILES = List.of("""
        name: payments
        extends: balanced
        # The most a run may use.
        ceilings: {turns: 40, calls: 60, wall_clock_ms: 600000}
        actions:
          cost_budget: stop
          same_call: {deny_then_stop: 2}
        approval:
          tools: [invoice.pay, 'refund*']
        tools:
          refund: {timeout_ms: 20000, max_timeout_ms: 60000, max_retries: 1}
          "crm.*":
            queryable: true
            progress: revision
        """, """
        name: "whole"
        extends: article-c
        repetition:
          identical: {allowed: 3, span: run, window: 200, same_results: false, transient_tries: 0}
          cycle:
            longest: 4
            repeats: 2
        otherwise: deny
        fallback: null
        horizons: {stub_ms: 700000000}
        stop_on_fault: false
        """, """
        name: contracts
        extends: balanced
        fallback: {sensitive: [/token]}
        rules:
          - {name: large, when: call.args.amount > 100, then: hold, reason: large sums}
          - name: order
            when: "call.tool == 'pay' && !('check' in run.succeeded)"
            then: deny
            reason: check comes first
        tools:
          pay:
            effect: keyed_write
            args_schema:
              type: object
              properties:
                to: {type: string, pattern: '^[A-Z]{2}[0-9]{2,30}$'}
                amount: {$ref: '#/$defs/amount'}
              required: [to]
              $defs: {amount: {type: integer, minimum: 1}}
            identity: [/order/id]
            volatile: [/at, /trace]
            required_data: [/receipt]
            failure: {when: value.success == false, class: permanent, code: refused}
            sensitive: null
          "list*": {cursor: /page, pending: value.state == 'running', result_schema: {type: object}}
        """);

    @Test
    void aChangedFile_isEitherAPolicyOrRefusedWithAPlace() {
        Random random = new Random(SEED);
        int accepted = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            // Contracts are compiled, which takes long: fewer of them.
            String file = FILES.get(i % 6 == 0 ? FILES.size() - 1 : random.nextInt(FILES.size() - 1));
            byte[] mutated = bytes(mutate(file, random), random);
            String again = "-Dtest=MutatedPolicyFileTest -Dinterlock.seed=" + SEED + ", mutation " + i;
            accepted += judge(mutated, again) ? 1 : 0;
        }
        assertThat(accepted).as("seed %d: some are still policies", SEED).isBetween(MUTATIONS / 20, MUTATIONS);
    }

    /** Whether it was accepted. */
    private static boolean judge(byte[] mutated, String again) {
        String text = new String(mutated, StandardCharsets.UTF_8);
        try {
            PolicyDocument document = PolicyFiles.parse("p.yaml", mutated).document();
            Policy policy = document.policy();
            assertThat(PolicyCodec.read(PolicyCodec.bytes(policy)))
                    .as("%s%n%s", again, text)
                    .isEqualTo(policy);
            byte[] json = document.tree().toString().getBytes(StandardCharsets.UTF_8);
            PolicyDocument read = PolicyFiles.parse("p.yaml", json).document();
            assertThat(read).as("%s%n%s", again, text).isEqualTo(document);
            assertThat(read.hash()).as("%s%n%s", again, text).isEqualTo(document.hash());
            document.contracts();
            return true;
        } catch (PolicyException refused) {
            assertThat(refused.problems())
                    .as("%s%n%s", again, text)
                    .isNotEmpty()
                    .allSatisfy(problem -> {
                        assertThat(problem.place().line()).isBetween(1, text.split("\\R", -1).length + 1);
                        assertThat(problem.place().column()).isPositive();
                        assertThat(problem.field()).isNotBlank();
                        assertThat(problem.rule()).isNotBlank();
                        assertThat(problem.value()).isNotBlank().hasSizeLessThan(100);
                    });
            return false;
        } catch (RuntimeException | StackOverflowError fault) {
            throw new AssertionError(again + System.lineSeparator() + text, fault);
        }
    }

    private static String mutate(String file, Random random) {
        StringBuilder text = new StringBuilder(file);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), at + random.nextInt(6));
            switch (random.nextInt(6)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, text.substring(at, to));
                case 2 -> text.insert(at, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
                case 3 -> text.replace(at, to, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
                case 4 -> moveLine(text, random);
                default -> digit(text, random);
            }
        }
        return random.nextInt(200) == 0 ? text.toString().repeat(40) : text.toString();
    }

    private static void moveLine(StringBuilder text, Random random) {
        String[] lines = text.toString().split("\n", -1);
        String moved = lines[random.nextInt(lines.length)];
        text.insert(text.indexOf("\n", random.nextInt(Math.max(1, text.length()))) + 1, moved + "\n");
    }

    /** Numbers are what a policy is made of. */
    private static void digit(StringBuilder text, Random random) {
        int from = random.nextInt(Math.max(1, text.length()));
        for (int i = from; i < text.length(); i++) {
            if (Character.isDigit(text.charAt(i))) {
                text.setCharAt(i, (char) ('0' + random.nextInt(10)));
                return;
            }
        }
    }

    private static byte[] bytes(String text, Random random) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > 0 && random.nextInt(25) == 0) {
            utf8[random.nextInt(utf8.length)] = (byte) random.nextInt(256);
        }
        return utf8;
    }

    @Test
    void aPreset_isReadAsItIsWritten() {
        for (PolicyDocument preset : Standards.all()) {
            assertThat(PolicyFiles.parse("p.yaml", preset.bytes()).document()).isEqualTo(preset);
            assertThat(PolicyFiles.load(preset.policy().name())).isEqualTo(preset);
        }
    }
}
