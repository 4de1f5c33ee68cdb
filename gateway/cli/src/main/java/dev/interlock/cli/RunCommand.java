package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.OpenCall;
import dev.interlock.schemas.OperationSummary;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols;
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
                "Shows how a run stands as far as it was published: its end if it has one, what it used, its"
                        + " operations, what is in flight, and all answers in order.",
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
            describe(runId, outcomes, out);
        }
        return ExitCode.OK;
    }

    static void describe(String runId, List<Outcome> outcomes, PrintWriter out) {
        Optional<Outcome> end = outcomes.stream()
                .filter(o -> Symbols.OutcomeType.TERMINAL.equals(o.type()))
                .findFirst();
        Outcome latest = end.orElse(outcomes.get(outcomes.size() - 1));
        out.println("run         " + runId);
        out.println("state       "
                + end.map(o -> "ended: " + o.status() + ", " + o.reason()).orElse("no end was published"));
        end.map(Outcome::guard).map(OutcomeText::guard).ifPresent(guard -> out.println("guard       " + guard));
        end.ifPresent(o -> out.println("next        " + String.join(", ", o.allowedNextActions())));
        Optional.ofNullable(latest.used()).ifPresent(used -> out.println("used        " + OutcomeText.counters(used)));
        Optional.ofNullable(latest.remaining())
                .ifPresent(left -> out.println("remaining   " + OutcomeText.counters(left)));
        latest.operations().forEach(operation -> out.println("operation   " + text(operation)));
        latest.inFlight().forEach(call -> out.println("in flight   " + text(call)));
        out.println("answers");
        outcomes.forEach(outcome -> out.println("  " + OutcomeText.line(outcome)));
    }

    private static String text(OperationSummary operation) {
        return operation.operationId() + "  " + operation.tool() + "  " + operation.state() + ", epoch "
                + operation.epoch();
    }

    private static String text(OpenCall call) {
        return call.proposalId() + "  " + call.tool() + (call.operationId() == null ? "" : "  " + call.operationId())
                + "  attempt " + call.attempt();
    }
}
