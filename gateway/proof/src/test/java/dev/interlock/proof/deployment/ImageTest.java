package dev.interlock.proof.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.server.config.ConfigReader;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ImageTest {
    private static List<String> instructions;

    @BeforeAll
    static void readFile() throws IOException {
        instructions = ProjectFile.of("ops/Containerfile")
                .text()
                .replaceAll("(?m)^#.*\n", "")
                .replaceAll("\\\\\n\\s*", "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    @Test
    void theEntryPoint_isAProgramOfTheBuild() throws IOException, ReflectiveOperationException {
        List<String> words = words("ENTRYPOINT");
        Class<?> program = Class.forName(words.get(words.size() - 1));
        assertThat(Modifier.isStatic(program.getMethod("main", String[].class).getModifiers()))
                .isTrue();
        assertThat(words).startsWith("java");
        assertThat(words("CMD")).containsExactly("gateway", "--config", "/etc/interlock/gateway.yaml");
    }

    @Test
    void theUser_hasNoRights() {
        assertThat(last("USER")).matches("[1-9][0-9]*:[1-9][0-9]*");
    }

    @Test
    void theState_isAVolumeWhereTheConfigurationHasIt() {
        String stateDir = ConfigReader.read(ProjectFile.of("ops/gateway.yaml").path()).stream()
                .stateDir()
                .toString();
        assertThat(last("VOLUME")).isEqualTo(stateDir);
        assertThat(last("WORKDIR")).isEqualTo(stateDir);
    }

    @Test
    void theBuild_seesNeitherHistoryNorEarlierBuilds() throws IOException {
        assertThat(ProjectFile.of(".dockerignore").lines()).contains(".git", "**/target");
    }

    @Test
    void theBuild_copiesWhatTheModuleLeaves() {
        assertThat(values("RUN"))
                .anySatisfy(run -> assertThat(run)
                        .contains("-pl gateway/cli -am", "gateway/cli/target/lib/*.jar", "interlock-cli-*.jar"));
    }

    private static List<String> words(String instruction) throws IOException {
        return new ObjectMapper().readValue(last(instruction), new TypeReference<>() {});
    }

    private static String last(String instruction) {
        return values(instruction).reduce((before, after) -> after).orElseThrow();
    }

    private static Stream<String> values(String instruction) {
        return instructions.stream()
                .filter(line -> line.startsWith(instruction + " "))
                .map(line -> line.substring(instruction.length() + 1).strip());
    }
}
