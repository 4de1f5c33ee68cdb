package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.server.view.JournalView;
import dev.interlock.server.view.OutcomeView;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock run}. */
@Command(
        name = "run",
        subcommands = {RunGrantCommand.class, RunResumeCommand.class},
        description = "Shows a run, raises its ceilings, and resumes it when it has ended.",
        synopsisSubcommandLabel = "COMMAND")
final class RunCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: show, grant or resume.");
    }

    @Command(
            name = "show",
            description = {
                "Shows how a run stands as far as it was published: its end if it has one, the run it goes on from and"
                    + " the one that goes on from it, what it used, its operations, what is in flight, and all answers"
                    + " in order.",
                "",
                "Ends with 1 if nothing is known of the run."
            })
    int show(
            @Mixin ClusterOptions options,
            @Parameters(paramLabel = "ID", description = "The run.") String runId,
            @Option(names = "--json", description = "Print its outcomes as they stand on the topic, a line each.")
                    boolean json) {
        List<Outcome> outcomes = new OutcomeView(options.cluster(), options.topics(), PATIENCE).ofRun(runId);
        if (outcomes.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: nothing was published about run " + runId
                            + ". An answer comes once a proposal was decided and, if it was let through, a"
                            + " worker has reported.");
            return ExitCode.NO;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            RecordCodec<Outcome> codec = RecordCodec.of(Outcome.class);
            outcomes.forEach(o -> out.println(new String(codec.encode(o, Format.JSON), StandardCharsets.UTF_8)));
        } else {
            RunText.describe(runId, outcomes, successor(options, runId, outcomes), out);
        }
        return ExitCode.OK;
    }

    /** The run that goes on from one, where that ended and somebody resumed it. */
    static Optional<String> successor(ClusterOptions options, String runId) {
        List<Outcome> outcomes = new OutcomeView(options.cluster(), options.topics(), PATIENCE).ofRun(runId);
        return successor(options, runId, outcomes);
    }

    private static Optional<String> successor(ClusterOptions options, String runId, List<Outcome> outcomes) {
        JournalView journal = new JournalView(options.cluster(), options.topics(), PATIENCE);
        return RunText.end(outcomes).flatMap(end -> journal.successor(runId, end.atMs()));
    }
}
