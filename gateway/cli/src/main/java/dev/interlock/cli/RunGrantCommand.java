package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.scenarios.kafka.Operator;
import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.wire.RunCommands;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock run grant}. */
@Command(
        name = "grant",
        description = {
            "Raises ceilings of a run by a finite amount. What is used stays used.",
            "",
            "A run that has ended, or is ending, gets nothing. Returns when the gateway has decided; with 1 if it"
                    + " refused, with 3 if it has not answered after a while."
        })
final class RunGrantCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Parameters(paramLabel = "ID", description = "The run.")
    private String runId;

    @Option(
            names = "--budget",
            required = true,
            paramLabel = "CEILING=AMOUNT",
            description =
                    "What to raise, by its name in the policy, and by how much: calls=5. May be given more often.")
    private List<String> budgets;

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who decides it.")
    private String by;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason;

    @Override
    public Integer call() {
        Control control = ControlBuilder.builder()
                .type(ControlType.GRANT)
                .controlId(UUID.randomUUID().toString())
                .by(by)
                .reason(reason)
                .issuedAtMs(System.currentTimeMillis())
                .runId(runId)
                .grants(budgets.stream().map(this::grant).toList())
                .build();
        try (Operator operator = Operator.open(options.connection())) {
            return tell(operator.order(control, PATIENCE));
        } catch (IllegalStateException e) {
            throw CommandException.unavailable("The grant could not be sent: " + e.getMessage());
        }
    }

    private BudgetGrant grant(String budget) {
        int split = budget.indexOf('=');
        if (split < 0) {
            throw CommandException.usage("--budget: must be CEILING=AMOUNT, was " + budget);
        }
        String ceiling = budget.substring(0, split);
        String amount = budget.substring(split + 1);
        if (Ceiling.named(ceiling).isEmpty()) {
            throw CommandException.usage("--budget: must name " + RunCommands.CEILING_RULE + ", was " + ceiling);
        }
        if (!amount.matches("[1-9][0-9]{0,14}")) {
            throw CommandException.usage(
                    "--budget " + ceiling + ": must be a whole number of at least 1, was " + amount);
        }
        return new BudgetGrant(ceiling, Long.parseLong(amount));
    }

    private int tell(Optional<Operator.Fate> fate) {
        if (fate.isEmpty()) {
            throw CommandException.unavailable("The grant is on its topic and no gateway has decided on it after "
                    + PATIENCE.toSeconds() + " s. It counts when one does.");
        }
        Optional<LetterError> refusal = fate.get().refusal();
        if (refusal.isPresent()) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: refused, nothing was raised: "
                            + refusal.get().field() + " must be such that it "
                            + refusal.get().rule() + "; found: " + refusal.get().value());
            return ExitCode.NO;
        }
        spec.commandLine().getOut().println("granted to run " + runId + ": " + String.join(", ", budgets));
        return ExitCode.OK;
    }
}
