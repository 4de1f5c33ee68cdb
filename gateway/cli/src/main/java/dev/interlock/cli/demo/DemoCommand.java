package dev.interlock.cli.demo;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.local.Progress;
import dev.interlock.cli.local.Scratch;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.table.Scenarios;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code interlock demo}. */
@Command(
        name = "demo",
        description = {
            "Plays scenarios of agents that go wrong against a gateway on a real Kafka broker.",
            "",
            "Starts broker, gateway and workers as processes of their own on free ports, drives each scenario through"
                    + " the topics, counts what the workers really executed, and ends everything again. Takes about two"
                    + " minutes; what is being done is told on standard error.",
            "",
            "Ends with 0 only if every scenario came out as expected."
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--json",
            description = "Print one JSON object a scenario and nothing else: scenario, run_id, expected {status,"
                    + " reason}, status, reason, executions, dispatches, ok.")
    private boolean json;

    @Option(
            names = "--only",
            arity = "1..*",
            paramLabel = "NAME",
            description = "Play these scenarios only. --list shows their names.")
    private List<String> only = List.of();

    @Option(names = "--list", description = "Show names and titles of all scenarios, and play none.")
    private boolean list;

    @Option(
            names = "--export",
            paramLabel = "DIR",
            description = "Write all topics there at the end, for 'interlock audit' with --dir.")
    private Path export;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            Scenarios.all().forEach(s -> out.printf("%-48s %s%n", s.name(), s.title()));
            return ExitCode.OK;
        }
        List<Scenario> chosen = chosen();
        Path directory = Scratch.create("interlock-demo-");
        Progress progress = new Progress(spec.commandLine().getErr());
        boolean ok = play(new Demo(directory, chosen, progress, Optional.ofNullable(export)), chosen, out);
        if (ok) {
            Scratch.delete(directory);
            return ExitCode.OK;
        }
        spec.commandLine().getErr().println("Logs and data are kept in " + directory);
        return ExitCode.NO;
    }

    private boolean play(Demo demo, List<Scenario> chosen, PrintWriter out) {
        if (json) {
            return demo.run(report -> {
                out.println(DemoJson.line(report));
                out.flush();
            });
        }
        DemoTable table = new DemoTable(out, chosen);
        boolean ok = demo.run(table::add);
        table.end();
        return ok;
    }

    private List<Scenario> chosen() {
        if (only.isEmpty()) {
            return Scenarios.all();
        }
        only.stream()
                .filter(name -> Scenarios.named(name).isEmpty())
                .findFirst()
                .ifPresent(name -> {
                    throw new ParameterException(
                            spec.commandLine(), "No scenario is called " + name + ". interlock demo --list shows all.");
                });
        return Scenarios.all().stream().filter(s -> only.contains(s.name())).toList();
    }
}
