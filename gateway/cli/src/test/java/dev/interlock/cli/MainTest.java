package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_namesEveryExitCode() {
        assertThat(run("--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("Usage: interlock")
                .containsPattern("(?m)^ +0 +done, and as asked$")
                .containsPattern("(?m)^ +70 +a fault of Interlock itself$");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void version_isOneLineOnStandardOutput() {
        assertThat(run("--version")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("interlock ").hasLineCount(1);
    }

    @Test
    void missingCommand_isWrongUsageAndLeavesStandardOutputEmpty() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("Missing command.").contains("Usage: interlock");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void unknownCommand_isWrongUsage() {
        assertThat(run("dance")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("dance");
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }
}
