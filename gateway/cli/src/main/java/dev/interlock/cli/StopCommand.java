package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Symbols;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock stop}. */
@Command(
        name = "stop",
        description = {
            "Stops a run, an agent, a tool, all paid model calls, a chain of runs that trigger each other, or"
                    + " everything.",
            "",
            "A stop overtakes what is queued. From its entry on, a deciding task lets nothing in its scope through,"
                + " and asks the workers to cancel what is in flight. It undoes nothing, and holds until it is lifted;"
                + " runs that it ended stay ended.",
            "",
            "Returns when the stop is in force everywhere; with 3 if it is not after a while: it is on the topic then"
                    + " and will be obeyed as soon as a gateway reads it.",
            "",
            "With --wait it prints the containment report as it fills: every call that was open, once, as it stood at"
                + " the stop. It says stopped, and returns with 0, when the report is complete and all that was open"
                + " has settled; with 1 when that is not so in time: then it is still stopping, and what is unknown"
                + " needs a query's answer or 'interlock operation resolve'.",
            "",
            "Where the gateway asks the agents' own runtimes to stop the runs, it also prints what they answer, and"
                    + " waits for that up to 10 s more. It is what the runtime says; it proves nothing about any call."
        })
final class StopCommand implements Callable<Integer> {
    private static final String IN_FORCE = "stopped";
    private static final int MOST_NAMED = 10;
    private static final Duration RUNTIMES_ANSWER = Duration.ofSeconds(10);

    @Mixin
    private ScopeOptions scope;

    @Option(
            names = "--wait",
            description = "Print the containment report, and wait until all that was open has settled.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait with --wait. Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return wait ? stopAndWait() : scope.command(Symbols.ControlType.STOP, IN_FORCE);
    }

    private int stopAndWait() {
        Control stop = scope.control(Symbols.ControlType.STOP);
        PrintWriter out = spec.commandLine().getOut();
        try (ContainmentWatch watch = ContainmentWatch.open(scope.connection())) {
            long startedAt = System.nanoTime();
            scope.send(stop, "stopping");
            ContainmentReport report = new ContainmentReport(stop.controlId());
            Duration limit = Duration.ofSeconds(timeoutSeconds);
            boolean complete = watch.follow(report, report::isComplete, limit, out);
            out.println(report.summary());
            out.flush();
            Duration left = limit.minusNanos(System.nanoTime() - startedAt);
            boolean settled =
                    complete && watch.follow(report, () -> report.open().isEmpty(), left, out);
            out.println(settled ? "stopped: all that was open has settled" : stopping(report));
            out.flush();
            awaitRuntimes(watch, report, limit.minusNanos(System.nanoTime() - startedAt), out);
            return settled ? ExitCode.OK : ExitCode.NO;
        }
    }

    /** What runtimes answer proves nothing, so it is waited for a moment only. */
    private static void awaitRuntimes(
            ContainmentWatch watch, ContainmentReport report, Duration left, PrintWriter out) {
        Duration moment = left.compareTo(RUNTIMES_ANSWER) < 0 ? left : RUNTIMES_ANSWER;
        AskedRuntimes runtimes = report.runtimes();
        if (!watch.follow(report, () -> runtimes.unanswered() == 0, moment, out)) {
            out.println(runtimes.unanswered() + " requests to runtimes have no answer yet; they go on");
            out.flush();
        }
    }

    private String stopping(ContainmentReport report) {
        return "still stopping after " + timeoutSeconds + " s; not settled: "
                + report.open().stream().sorted().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (report.open().size() > MOST_NAMED ? " and " + (report.open().size() - MOST_NAMED) + " more" : "");
    }
}
