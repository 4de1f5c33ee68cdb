package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.problem.PolicyException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadPolicyTest {
    private static final String GATEWAY =
            "bootstrap_servers: 127.0.0.1:1\nstream: {state_dir: /none}\npolicies:\n  p:\n";

    @TempDir
    Path directory;

    @Test
    void aGatewayWithABadPolicy_doesNotStartAndSaysWhatACheckOfTheFileSays() throws Exception {
        String body = "extends: strict\nceilings: {call: 7, turns: -1}\n";
        PolicyException refusal = Assertions.catchThrowableOfType(
                PolicyException.class,
                () -> PolicyFiles.parse("p.yaml", ("name: p\n" + body).getBytes(StandardCharsets.UTF_8)));
        Path file = Files.writeString(directory.resolve("gateway.yaml"), GATEWAY + body.indent(4));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ExitCode code = GatewayMain.run(
                new String[] {"--config", file.toString()},
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isEqualTo(ExitCode.CONFIGURATION);
        assertThat(refusal.problems()).hasSize(2);
        assertThat(refusal.problems())
                .allSatisfy(problem -> assertThat(err.toString(StandardCharsets.UTF_8))
                        .contains(
                                "policies.p." + problem.field() + ": " + problem.rule() + ", was " + problem.value()));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("interlock gateway: " + file + ":6:16: policies.p.ceilings.call: is no known field");
    }
}
