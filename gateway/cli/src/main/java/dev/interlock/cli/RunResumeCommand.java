package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Resume;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.wire.RunCommands;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock run resume}. */
@Command(
        name = "resume",
        description = {
            "Goes on from an ended run in a new one, with what it used, may still use, reached and wrote.",
            "",
            "The ended run stays ended. The new run's id is that of the first one with ~ and a number; agents go on"
                    + " under it. Returns when the gateway has decided; with 1 if it refused, with 3 if it has not"
                    + " answered after a while."
        })
final class RunResumeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Parameters(paramLabel = "ID", description = "The ended run.")
    private String runId;

    @Option(
            names = "--change",
            required = true,
            paramLabel = "CHANGE",
            description = "What is different this time: new_cursor, retry_after_elapsed, arguments_corrected,"
                    + " authorisation_updated or strategy_changed. Trying the same again is no reason to resume.")
    private String change;

    @Mixin
    private Author author;

    @Override
    public Integer call() {
        if (Resume.Change.named(change).isEmpty()) {
            throw CommandException.usage("--change: must be " + RunCommands.CHANGE_RULE + ", was " + change);
        }
        return new Order(options, spec)
                .give(
                        author.says(ControlType.RESUME)
                                .runId(runId)
                                .change(change)
                                .build(),
                        "run " + runId + " is being carried over to " + Lineage.successorOf(runId));
    }
}
