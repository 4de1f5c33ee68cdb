package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.operator.Operator;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.LetterError;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** A command about one run or one operation, given by somebody who waits for what a gateway decides. */
final class Order {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ClusterOptions options;
    private final CommandSpec spec;

    Order(ClusterOptions options, CommandSpec spec) {
        this.options = options;
        this.spec = spec;
    }

    /**
     * Gives it.
     *
     * @param done what to tell when it is carried out
     * @return the exit code: of success, or of a refusal, which is told
     * @throws CommandException when it cannot be sent, or no gateway decides in time
     */
    int give(Control control, String done) {
        Operator.Fate fate = fate(control);
        if (fate.refusal().isEmpty()) {
            spec.commandLine().getOut().println(done);
            return ExitCode.OK;
        }
        LetterError error = fate.refusal().get();
        spec.commandLine()
                .getErr()
                .println("interlock: refused, nothing was changed: " + error.field() + ": " + error.rule()
                        + (error.value().isEmpty() ? "" : ", was " + error.value()) + ".");
        return ExitCode.NO;
    }

    private Operator.Fate fate(Control control) {
        try (Operator operator = Operator.open(options.connection())) {
            Optional<Operator.Fate> fate = operator.order(control, PATIENCE);
            return fate.orElseThrow(() -> CommandException.unavailable("No gateway has decided on it within "
                    + PATIENCE.toSeconds() + " s. The " + control.type()
                    + " is on its topic and counts when one reads it."));
        } catch (IllegalStateException e) {
            throw CommandException.unavailable("The " + control.type() + " could not be sent: " + e.getMessage());
        }
    }
}
