package dev.interlock.cli;

import dev.interlock.audit.fixture.Fixture;
import dev.interlock.audit.fixture.FixtureException;
import dev.interlock.audit.fixture.FixtureMaker;
import dev.interlock.audit.source.Source;
import dev.interlock.cli.exit.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock audit fixture}. */
@Command(
        name = "fixture",
        description = {
            "Writes a recorded run as a scenario that runs again without network or broker: its proposals, the results"
                + " and answers they got, its policy, and what is to be decided. 'interlock audit rerun DIR' holds a"
                + " policy against it.",
            "",
            "What the run's contracts call sensitive, and what looks like a secret, is masked; equal values stay equal."
        })
final class AuditFixtureCommand implements Runnable {
    @Mixin
    private SourceOptions options;

    @Parameters(paramLabel = "RUN", description = "The run.")
    private String run;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where to write.")
    private Path directory;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Expect what this policy decides, instead of what was decided: for a failure that the run's"
                    + " policy let through and this one does not.")
    private String policy;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        try (Source source = options.open()) {
            Fixture fixture = new FixtureMaker(source)
                    .make(run, Optional.ofNullable(policy).map(AuditReplayCommand::find));
            fixture.write(directory);
            var scenario = fixture.scenario();
            String end = scenario.end() == null
                    ? "which goes on"
                    : "which ends as " + scenario.end().status() + " / "
                            + scenario.end().reason();
            spec.commandLine()
                    .getOut()
                    .println("run " + run + ", " + scenario.inputs().size() + " inputs, "
                            + scenario.expected().size() + " decisions, " + end + ", in " + directory);
        } catch (FixtureException e) {
            throw CommandException.usage(e.getMessage());
        } catch (IOException e) {
            throw CommandException.usage("--out: cannot be written: " + e.getMessage());
        }
    }
}
