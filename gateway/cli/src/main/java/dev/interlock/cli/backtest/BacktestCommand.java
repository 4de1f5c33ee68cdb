package dev.interlock.cli.backtest;

import dev.interlock.backtest.report.Backtest;
import dev.interlock.backtest.report.JsonReport;
import dev.interlock.backtest.report.TextReport;
import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TraceException;
import dev.interlock.backtest.trace.TraceFile;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.cli.bar.Bar;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.problem.PolicyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock backtest}. */
@Command(
        name = "backtest",
        description = {
            "Plays recorded runs through the gateway's own decisions and tells what a policy would have denied or"
                    + " stopped in them. Nothing is sent anywhere.",
            "",
            "A trace file has one JSON object a line, a run each; it may be compressed (.gz). The agent goes on as it"
                    + " was recorded: what it would have done after a denial nobody knows.",
            "",
            "Argument schemas, identity and volatile fields, effect classes and rules are tried too. What is said of"
                + " results (pending, failure, required_data, result_schema, volatile_result, records) is tried where"
                + " a call of the trace has its result, a JSON value: of a digest nothing can be said."
        })
public final class BacktestCommand implements Callable<Integer> {
    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "balanced",
            description = "The policy: balanced, strict or another that comes with the gateway. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String policy;

    @Option(
            names = "--compare",
            arity = "2",
            paramLabel = "NAME",
            description = "Instead: the runs that one of two policies denies a call or stops and the other does not.")
    private List<String> compared;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--runs",
            paramLabel = "OUT",
            description = "Also write one JSON object a run, a line each: what was denied and where it was stopped.")
    private Path runs;

    @Parameters(arity = "1..*", paramLabel = "TRACES", description = "Trace files.")
    private List<Path> traces;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (compared != null) {
            compare(find("--compare", compared.get(0)), find("--compare", compared.get(1)));
        } else {
            test(find("--policy", policy));
        }
        return ExitCode.OK;
    }

    private void test(Contracts chosen) throws IOException {
        Backtest backtest = new Backtest(chosen);
        try (Lines written = new Lines(Optional.ofNullable(runs))) {
            forEach(some -> {
                List<Finding> findings = backtest.play(some);
                for (int i = 0; i < some.size(); i++) {
                    written.add(JsonReport.of(some.get(i), findings.get(i)));
                }
            });
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonReport.of(backtest));
        } else {
            TextReport.of(backtest).forEach(out::println);
        }
    }

    private void compare(Contracts one, Contracts other) throws IOException {
        Comparison comparison = new Comparison(one, other, spec.commandLine().getOut(), json);
        forEach(some -> some.forEach(comparison::play));
        comparison.end();
    }

    private void forEach(Consumer<List<Trace>> action) throws IOException {
        long bytes = 0;
        for (Path file : traces) {
            bytes += size(file);
        }
        Batch batch = new Batch(action);
        try (Bar bar = Bar.ofBytes("traces", bytes, Ansi.AUTO.enabled())) {
            for (Path file : traces) {
                new TraceFile(file).forEach(batch::add, bar::at);
                bar.next(size(file));
            }
            batch.end();
        } catch (TraceException e) {
            throw CommandException.usage(e.getMessage());
        }
    }

    private static long size(Path file) throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw CommandException.usage("TRACES: must be files that can be read, was " + file);
        }
        return Files.size(file);
    }

    private static Contracts find(String option, String name) {
        try {
            return PolicyFiles.load(name).contracts();
        } catch (PolicyException refusal) {
            throw CommandException.usage(option + ": must be a preset or a policy file:\n" + refusal.getMessage());
        }
    }
}
