package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.server.view.LedgerView;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code interlock policy list}. */
@Command(
        name = "list",
        description = {
            "Lists what was published and is in force, a line each: for whom, the policy's name and hash, since when,"
                    + " by whom and why.",
            "",
            "For agents that none of the patterns names, a gateway's configuration decides; then what was published"
                    + " with --default; then the configuration's default_policy."
        })
final class PolicyListCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<LedgerPolicy> inForce = new LedgerView(options.cluster(), options.topics(), PATIENCE).publications();
        lines(inForce).forEach(out::println);
        return ExitCode.OK;
    }

    /** A line for each publication, those with patterns before the one for all others. */
    static List<String> lines(List<LedgerPolicy> inForce) {
        if (inForce.isEmpty()) {
            return List.of("nothing was published: the gateways' configuration decides for all agents");
        }
        return inForce.stream()
                .sorted(Comparator.comparing((LedgerPolicy each) -> isForOthers(each.scope()))
                        .thenComparing(each -> whom(each.scope())))
                .map(PolicyListCommand::line)
                .toList();
    }

    private static String line(LedgerPolicy each) {
        return whom(each.scope()) + "  " + each.policy().node().path("name").asText() + "  policy "
                + each.policyHash() + "  since " + Instant.ofEpochMilli(each.atMs()) + "  by " + each.by() + ": "
                + each.reason();
    }

    private static boolean isForOthers(Scope scope) {
        return ScopeKind.ALL.equals(scope.kind());
    }

    private static String whom(Scope scope) {
        return isForOthers(scope) ? "all others" : "agents " + scope.id();
    }
}
