package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.wire.RunCommands;
import java.util.List;
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

    @Mixin
    private Author author;

    @Override
    public Integer call() {
        return new Order(options, spec)
                .give(
                        author.says(ControlType.GRANT)
                                .runId(runId)
                                .grants(budgets.stream().map(this::grant).toList())
                                .build(),
                        "granted to run " + runId + ": " + String.join(", ", budgets));
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
}
