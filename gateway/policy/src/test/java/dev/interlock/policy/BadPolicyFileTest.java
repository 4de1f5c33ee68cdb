package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Policy files that are refused, each with its exact message. */
class BadPolicyFileTest {
    private static final Pattern CASE = Pattern.compile("(?ms)^===== (.*?)\\n(.*?)^-----\\n(.*?)\\n(?====== |\\z)");
    private static final String GOOD = "name: p\nextends: balanced\n";

    static Stream<Arguments> files() throws IOException {
        try (InputStream in = BadPolicyFileTest.class.getResourceAsStream("bad-policy-files.txt")) {
            String table = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return CASE
                    .matcher(table)
                    .results()
                    .map(found -> Arguments.of(found.group(1), found.group(2), found.group(3)))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void aBadFile_isRefusedWithPlaceFieldRuleAndValue(String what, String yaml, String message) {
        assertThat(message(yaml)).isEqualTo(message);
    }

    @Test
    void theTable_hasAllItsCases() throws IOException {
        assertThat(files()).hasSizeGreaterThan(80);
    }

    @Test
    void anEmptyFile_isNoPolicy() {
        assertThat(message("")).isEqualTo("p.yaml:1:1: the file: must be a mapping, was empty");
    }

    @Test
    void aFileOfMoreThanAMegabyte_isNotReadAtAll(@TempDir Path directory) throws IOException {
        String comment = "# " + "x".repeat(YamlReader.MOST_BYTES - GOOD.length() - 3) + "\n";
        assertThat(PolicyFiles.parse("p.yaml", (GOOD + comment).getBytes(StandardCharsets.UTF_8))
                        .policy()
                        .name())
                .isEqualTo("p");
        assertThat(message(GOOD + comment + "\n"))
                .isEqualTo("p.yaml:1:1: the file: must have at most 1048576 bytes, was larger");
        Path file = Files.writeString(directory.resolve("p.yaml"), GOOD + comment.repeat(20));
        assertThat(catchThrowableOfType(PolicyException.class, () -> PolicyFiles.load(file.toString()))
                        .getMessage())
                .isEqualTo(file + ":1:1: the file: must have at most 1048576 bytes, was larger");
    }

    @Test
    void bytesThatAreNoUtf8_areRefusedWithTheirPlace() {
        byte[] latin = (GOOD + "# caf\u00e9").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(refusal(latin).getMessage()).isEqualTo("p.yaml:3:6: the file: must be UTF-8, was the byte 0xe9");
    }

    @Test
    void charactersThatNobodyCanSee_areRefusedWithTheirPlace() {
        assertThat(message(GOOD + "otherwise: de\u0001ny\n"))
                .isEqualTo("p.yaml:3:14: the file: must have printable characters only, was U+0001");
    }

    @Test
    void aFileThatIsNotThere_isRefused(@TempDir Path directory) {
        Path none = directory.resolve("none.yaml");
        assertThat(catchThrowableOfType(PolicyException.class, () -> PolicyFiles.load(none.toString()))
                        .getMessage())
                .isEqualTo(none + ":1:1: the file: must be a file that can be read, or a preset, was absent");
    }

    @Test
    void moreProblemsThanAnybodyReads_areCutOff() {
        StringBuilder tools = new StringBuilder(GOOD + "tools:\n");
        for (int i = 0; i < 900; i++) {
            tools.append("  t").append(i).append(": {timeout_ms: -1}\n");
        }
        String message = message(tools.toString());
        assertThat(message)
                .hasLineCount(Problems.MOST + 1)
                .endsWith("p.yaml: no more than " + Problems.MOST + " problems are listed");
    }

    @Test
    void moreToolsThanAPolicyMayName_areRefused() {
        StringBuilder tools = new StringBuilder(GOOD + "tools:\n");
        for (int i = 0; i < 1_001; i++) {
            tools.append("  t").append(i).append(": {max_retries: 1}\n");
        }
        assertThat(message(tools.toString())).isEqualTo("p.yaml:4:3: tools: must have at most 1000 names, was 1001");
    }

    @Test
    void morePatternsThanAPolicyMayHave_areRefused() {
        StringBuilder tools = new StringBuilder(GOOD + "tools:\n");
        for (int i = 0; i < 65; i++) {
            tools.append("  t").append(100 + i).append("*: {max_retries: 1}\n");
        }
        assertThat(message(tools.toString()))
                .isEqualTo("p.yaml:68:3: tools.t164*: must be one of at most 64 patterns, was 65");
    }

    private static String message(String yaml) {
        return refusal(yaml.getBytes(StandardCharsets.UTF_8)).getMessage();
    }

    private static PolicyException refusal(byte[] utf8) {
        return catchThrowableOfType(PolicyException.class, () -> PolicyFiles.parse("p.yaml", utf8));
    }
}
