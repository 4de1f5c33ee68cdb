package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.server.view.LedgerView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock policy show}. */
@Command(
        name = "show",
        description = {
            "Shows a policy that was published or that a run was held to: who published it, when and why, and what it"
                    + " says, with every field.",
            "",
            "Outcomes and journal entries name the hash. Ends with 1 if there is none of it."
        })
final class PolicyShowCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String BEGINNING = "[0-9a-f]{8,64}";

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Parameters(paramLabel = "HASH", description = "Its hash, or the first 8 digits of it or more.")
    private String hash;

    @Override
    public Integer call() {
        if (!hash.matches(BEGINNING)) {
            throw CommandException.usage("HASH: must be 8 to 64 hexadecimal digits, was " + hash);
        }
        List<LedgerPolicy> found = new LedgerView(options.cluster(), options.topics(), PATIENCE).policies(hash);
        if (found.size() > 1) {
            String all = found.stream().map(LedgerPolicy::policyHash).collect(Collectors.joining(", "));
            throw CommandException.usage("HASH: must be of one policy, is of " + all);
        }
        if (found.isEmpty()) {
            spec.commandLine().getErr().println("interlock: the ledger has no policy " + hash + ".");
            return ExitCode.NO;
        }
        LedgerPolicy policy = found.getFirst();
        spec.commandLine()
                .getErr()
                .println("policy " + policy.policyHash() + ", by " + policy.by() + ", "
                        + Instant.ofEpochMilli(policy.atMs()) + ": " + policy.reason());
        spec.commandLine().getOut().println(policy.policy().node().toPrettyString());
        return ExitCode.OK;
    }
}
