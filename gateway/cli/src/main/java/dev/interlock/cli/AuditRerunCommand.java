package dev.interlock.cli;

import dev.interlock.audit.fixture.Fixture;
import dev.interlock.audit.fixture.FixtureException;
import dev.interlock.audit.fixture.Rerun;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock audit rerun}. */
@Command(
        name = "rerun",
        description = {
            "Runs fixtures again, which 'interlock audit fixture' wrote, against their own policies or another one,"
                    + " without network or broker. Prints what is decided otherwise, and ends with 1 if anything is."
        })
final class AuditRerunCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Fixtures.")
    private List<Path> directories;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Decide under this policy: a file, or one that comes with the gateway.")
    private String policy;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        boolean asExpected = true;
        for (Path directory : directories) {
            asExpected &= rerun(directory);
        }
        return asExpected ? ExitCode.OK : ExitCode.NO;
    }

    private boolean rerun(Path directory) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Fixture fixture = Fixture.read(directory);
            List<String> complaints =
                    Rerun.complaints(fixture, policy == null ? fixture.policy() : AuditReplayCommand.find(policy));
            out.println(directory + ": run " + fixture.scenario().runId() + " "
                    + (complaints.isEmpty() ? "as expected" : "decided otherwise"));
            complaints.forEach(complaint -> out.println("  " + complaint));
            return complaints.isEmpty();
        } catch (FixtureException e) {
            throw CommandException.usage(e.getMessage());
        }
    }
}
