package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.scenarios.table.Scenarios;
import org.junit.jupiter.api.Test;

/** The command line of the demo; the demo itself is run by CI. */
class DemoCommandTest {
    private final Cli cli = new Cli();

    @Test
    void list_showsEveryScenario() {
        assertThat(cli.run("demo", "--list")).isEqualTo(ExitCode.OK);
        assertThat(cli.out()).hasLineCount(Scenarios.all().size());
        Scenarios.all().forEach(s -> assertThat(cli.out()).contains(s.name()).contains(s.title()));
    }

    @Test
    void unknownScenario_isWrongUsageAndSaysWhereTheNamesAre() {
        assertThat(cli.run("demo", "--only", "call-cap", "no-such")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("No scenario is called no-such. interlock demo --list shows all.");
    }
}
