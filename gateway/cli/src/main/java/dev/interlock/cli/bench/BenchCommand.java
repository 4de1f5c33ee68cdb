package dev.interlock.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.chaos.flood.StopBench;
import dev.interlock.chaos.flood.StopTimes;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.local.Progress;
import dev.interlock.cli.local.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code interlock bench}. */
@Command(
        name = "bench",
        subcommands = AuditBench.class,
        description = "Measures on this machine, with a broker and a gateway of its own.")
public final class BenchCommand implements Runnable {
    private static final int MOST = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: stop or audit.");
    }

    @Command(
            name = "stop",
            description = {
                "Measures how soon a stop of everything takes hold: of a gateway that keeps up with a hundred"
                    + " proposals a second, and of one that works off a backlog, a tenth of which is judged when the"
                    + " stop comes.",
                "",
                "Prints a line for each: how many proposals there were, how many were dispatched after the stop stood"
                    + " on its topic, and how many milliseconds after that the last of them was, the stop was in force"
                    + " in every partition, the containment report was complete, and the last run had ended; and how"
                    + " long proposals that came in between waited for their answers."
            })
    int stop(
            @Option(
                            names = "--backlog",
                            paramLabel = "N",
                            defaultValue = "100000",
                            description = "Proposals that wait. Default: ${DEFAULT-VALUE}.")
                    int backlog,
            @Option(
                            names = "--open",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Measure too how a stop is carried to so many open runs, while a hundred"
                                    + " new ones come in a second. Default: not.")
                    int open,
            @Option(
                            names = "--json",
                            description = "Print one JSON object for each: case, proposals, went_first,"
                                    + " last_dispatch_ms, in_force_ms, listed, reported_ms, ended_ms,"
                                    + " answered, answered_median_ms, answered_most_ms.")
                    boolean json)
            throws IOException {
        if (backlog < 100 || backlog > MOST) {
            throw new ParameterException(spec.commandLine(), "--backlog: must be 100 to " + MOST + ", was " + backlog);
        }
        if (open < 0 || open > MOST) {
            throw new ParameterException(spec.commandLine(), "--open: must be 0 to " + MOST + ", was " + open);
        }
        Progress progress = new Progress(spec.commandLine().getErr());
        Path directory = Scratch.create("interlock-bench-");
        StopBench bench = new StopBench(directory, progress::say);
        print("idle", bench.idle(), json);
        print("backlog", bench.behind(backlog), json);
        if (open > 0) {
            print("open", bench.open(open), json);
        }
        Scratch.delete(directory);
        return ExitCode.OK;
    }

    private void print(String name, StopTimes times, boolean json) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? json(name, times) : text(name, times));
        out.flush();
    }

    private static String json(String name, StopTimes times) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("case", name);
        json.put("proposals", times.proposals());
        json.put("went_first", times.wentFirst());
        json.put("last_dispatch_ms", times.lastDispatchMs());
        json.put("in_force_ms", times.inForceMs());
        json.put("listed", times.listed());
        json.put("reported_ms", times.reportedMs());
        json.put("ended_ms", times.endedMs());
        json.put("answered", times.waits().answered());
        json.put("answered_median_ms", times.waits().medianMs());
        json.put("answered_most_ms", times.waits().mostMs());
        return json.toString();
    }

    private static String text(String name, StopTimes times) {
        return String.format(
                Locale.ROOT,
                "%-8s %d proposals; after the stop %d were dispatched, the last after %d ms; in force after %d ms;"
                    + " report of %d complete after %d ms; last run ended after %d ms; %d new proposals meanwhile were"
                    + " answered after %d ms in the median, %d ms at most",
                name,
                times.proposals(),
                times.wentFirst(),
                times.lastDispatchMs(),
                times.inForceMs(),
                times.listed(),
                times.reportedMs(),
                times.endedMs(),
                times.waits().answered(),
                times.waits().medianMs(),
                times.waits().mostMs());
    }
}
