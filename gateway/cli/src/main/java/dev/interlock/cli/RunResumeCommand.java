package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Resume;
import dev.interlock.scenarios.kafka.Operator;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.wire.RunCommands;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
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
    private static final Duration PATIENCE = Duration.ofSeconds(30);

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

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who decides it.")
    private String by;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason;

    @Override
    public Integer call() {
        if (Resume.Change.named(change).isEmpty()) {
            throw CommandException.usage("--change: must be " + RunCommands.CHANGE_RULE + ", was " + change);
        }
        Control control = ControlBuilder.builder()
                .type(ControlType.RESUME)
                .controlId(UUID.randomUUID().toString())
                .by(by)
                .reason(reason)
                .issuedAtMs(System.currentTimeMillis())
                .runId(runId)
                .change(change)
                .build();
        try (Operator operator = Operator.open(options.connection())) {
            return tell(operator.order(control, PATIENCE));
        } catch (IllegalStateException e) {
            throw CommandException.unavailable("The command could not be sent: " + e.getMessage());
        }
    }

    private int tell(Optional<Operator.Fate> fate) {
        if (fate.isEmpty()) {
            throw CommandException.unavailable("The command is on its topic and no gateway has decided on it after "
                    + PATIENCE.toSeconds() + " s. It counts when one does.");
        }
        Optional<LetterError> refusal = fate.get().refusal();
        if (refusal.isPresent()) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: refused, nothing was resumed: "
                            + refusal.get().field() + " must be such that it "
                            + refusal.get().rule() + "; found: " + refusal.get().value());
            return ExitCode.NO;
        }
        spec.commandLine().getOut().println("run " + runId + " goes on as " + Lineage.successorOf(runId));
        return ExitCode.OK;
    }
}
