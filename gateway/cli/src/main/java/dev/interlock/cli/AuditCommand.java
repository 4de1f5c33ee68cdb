package dev.interlock.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code interlock audit}. */
@Command(
        name = "audit",
        subcommands = {
            AuditExportCommand.class,
            AuditVerifyCommand.class,
            AuditReplayCommand.class,
            AuditExplainCommand.class,
            AuditFixtureCommand.class,
            AuditRerunCommand.class
        },
        description = "Tells what happened, and whether all promises were kept, from the topics alone or from an export"
                + " of them.",
        synopsisSubcommandLabel = "COMMAND")
final class AuditCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing command: " + String.join(", ", spec.subcommands().keySet()) + ".");
    }
}
