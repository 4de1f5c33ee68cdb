package dev.interlock.cli.chaos;

import dev.interlock.broker.BrokerProcess;
import dev.interlock.chaos.matrix.Cell;
import dev.interlock.chaos.matrix.Matrix;
import dev.interlock.chaos.matrix.MatrixReport;
import dev.interlock.chaos.matrix.Table;
import dev.interlock.chaos.run.Chaos;
import dev.interlock.chaos.run.ChaosReport;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.local.Progress;
import dev.interlock.cli.local.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code interlock chaos}. */
@Command(
        name = "chaos",
        description = {
            "Kills and freezes gateways, workers and the broker while agents are at work, and judges what is left.",
            "",
            "Starts a Kafka broker, two gateways, two workers, a receiver that counts effects and a process of agents,"
                + " each in a JVM of its own. By a seeded schedule processes are killed (SIGKILL) or frozen (SIGSTOP),"
                + " some longer than a transaction or a call may take, and runs are stopped. Then all is brought up,"
                + " left to settle, and judged by the receiver and the topics alone. Takes about a minute longer than"
                + " it disturbs; what is being done is told on standard error.",
            "",
            "Half of what agents play is of several runs that have to do with each other: that trigger each other, that"
                    + " want one operation, or that are resumed after their end.",
            "",
            "Ends with 1 if anything is counted that must not be: duplicate_effects, lost_proposals,"
                    + " dispatch_after_end, dispatch_after_stop, budget_overruns or violations. A run that does"
                    + " not end and a stop that does not come into force are violations."
        })
public final class ChaosCommand implements Callable<Integer> {
    /** Everything on the topics is kept in memory and judged again and again. */
    private static final int LONGEST_S = 60 * 60;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description =
                    "How long to disturb, up to 3600: the judge keeps everything on the topics in memory. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "What schedule and scripts are made from. Default: one of chance, which is told.")
    private Long seed;

    @Option(
            names = "--json",
            description = "Print one JSON object and nothing else: proposals, decisions, kills, freezes, restarts,"
                    + " duplicate_effects, lost_proposals, dispatch_after_end, dispatch_after_stop, budget_overruns,"
                    + " open_unknown, violations; and behind these how unknown writes ended and how often runs had to"
                    + " do with each other.")
    private boolean json;

    @Option(
            names = "--matrix",
            description = "Instead, hit each named crash point in turn, and compare what is found with the table. Takes"
                    + " about half an hour.")
    private boolean matrix;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "With --matrix: only the cells whose name has this in it, such as 'write call/.* kill'.")
    private Pattern only;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        return matrix ? playMatrix() : disturb();
    }

    private int playMatrix() throws IOException {
        List<Cell> cells = Table.cells().stream()
                .filter(cell -> only.matcher(cell.toString()).find())
                .toList();
        if (cells.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--only: no cell is called so, was " + only);
        }
        Progress progress = new Progress(spec.commandLine().getErr());
        Path directory = Scratch.create("interlock-matrix-");
        MatrixReport report;
        try (BrokerProcess broker = BrokerProcess.start(directory.resolve("broker"));
                Matrix played = Matrix.on(broker, progress::say)) {
            report = played.play(cells);
        }
        PrintWriter out = spec.commandLine().getOut();
        report.results().forEach(result -> out.println((result.isOk() ? "ok    " : "WRONG ") + result));
        out.println(ChaosText.summary(report));
        out.flush();
        report.verdict().findings().forEach(progress::say);
        return end(report.isOk(), directory);
    }

    private int disturb() throws IOException {
        if (seconds < 1 || seconds > LONGEST_S) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds: must be 1 to " + LONGEST_S + ", was " + seconds);
        }
        long chosen = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
        Progress progress = new Progress(spec.commandLine().getErr());
        progress.say("seed " + chosen);
        Path directory = Scratch.create("interlock-chaos-");
        ChaosReport report =
                judged(new Chaos(directory, Duration.ofSeconds(seconds), chosen, progress::say), directory);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? ChaosText.json(report) : ChaosText.summary(report));
        out.flush();
        report.findings().forEach(progress::say);
        return end(report.isClean(), directory);
    }

    /** If it cannot be judged, the logs say why. */
    private ChaosReport judged(Chaos chaos, Path directory) {
        try {
            return chaos.run();
        } catch (RuntimeException e) {
            sayWhere(directory);
            throw e;
        }
    }

    private int end(boolean ok, Path directory) throws IOException {
        if (ok) {
            Scratch.delete(directory);
            return ExitCode.OK;
        }
        sayWhere(directory);
        return ExitCode.NO;
    }

    private void sayWhere(Path directory) {
        spec.commandLine().getErr().println("Logs and data are kept in " + directory);
    }
}
