package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Resume;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.view.JournalView;
import dev.interlock.server.wire.RunCommands;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
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
                + " under it. Returns when the gateway has decided; with 1 if it refused or the new run's id is taken"
                + " already, with 3 if it has not answered after a while."
        })
final class RunResumeCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(200);
    /** Clocks differ: so much earlier than now the gateway may say that it was. */
    private static final Duration BEFORE = Duration.ofMinutes(1);

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
        long beganMs = System.currentTimeMillis() - BEFORE.toMillis();
        String successor = Lineage.successorOf(runId);
        Control resume =
                author.says(ControlType.RESUME).runId(runId).change(change).build();
        int exit = new Order(options, spec).give(resume, "run " + runId + " is being carried over to " + successor);
        return exit == ExitCode.OK && isTaken(successor, beganMs) ? ExitCode.NO : exit;
    }

    /** The new run is decided on elsewhere, behind the ended one; where nothing is heard of it, nothing is said. */
    private boolean isTaken(String successor, long sinceMs) {
        JournalView journal = new JournalView(options.cluster(), options.topics(), PATIENCE);
        long began = System.nanoTime();
        Optional<Boolean> begun = journal.isBegun(successor, sinceMs);
        while (begun.isEmpty() && System.nanoTime() - began < PATIENCE.toNanos()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            begun = journal.isBegun(successor, sinceMs);
        }
        boolean taken = begun.filter(successful -> !successful).isPresent();
        if (taken) {
            spec.commandLine().getErr().println("interlock: " + taken(runId, successor));
        }
        return taken;
    }

    /** What to tell whose run gets no successor. */
    static String taken(String runId, String successor) {
        return "nothing was carried over: run " + successor + " is there already and goes on from an earlier run "
                + runId + ", which the gateway has forgotten. Go on under an id that was not used before.";
    }
}
