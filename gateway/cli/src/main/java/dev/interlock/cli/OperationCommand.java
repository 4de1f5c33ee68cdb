package dev.interlock.cli;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.server.view.LedgerView;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock operation}. */
@Command(
        name = "operation",
        description = "Shows an operation, and settles one that is unknown.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ResolveCommand.class)
final class OperationCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: show or resolve.");
    }

    @Command(
            name = "show",
            description = {
                "Shows the latest state of a write in the ledger: whether it is committed, not committed, in flight or"
                        + " unknown, under which epoch and dispatch, and its receipt.",
                "",
                "The ledger is a view and can be a moment old. Ends with 1 if it does not know the operation: it was"
                        + " never let through, or is forgotten."
            })
    int show(
            @Mixin ClusterOptions options,
            @Parameters(paramLabel = "ID", description = "The operation.") String operationId,
            @Option(names = "--json", description = "Print it as it stands on the topic.") boolean json) {
        Optional<LedgerOperation> found =
                new LedgerView(options.cluster(), options.topics(), PATIENCE).operation(operationId);
        if (found.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: the ledger knows no operation " + operationId
                            + ": it was never let through, or is settled and forgotten.");
            return ExitCode.NO;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            byte[] text = RecordCodec.of(LedgerOperation.class).encode(found.get(), Format.JSON);
            out.println(new String(text, StandardCharsets.UTF_8));
        } else {
            describe(found.get(), out);
        }
        return ExitCode.OK;
    }

    static void describe(LedgerOperation operation, PrintWriter out) {
        out.println("operation   " + operation.operationId());
        out.println("tool        " + operation.tool());
        out.println("state       " + operation.state() + (operation.terminal() ? "" : ", something is still awaited"));
        if (operation.conflictingEvidence()) {
            out.println("conflict    evidence contradicts evidence; a person has to decide");
        }
        out.println("epoch       " + operation.epoch() + ", dispatch " + operation.dispatchId() + ", by run "
                + operation.runId());
        if (operation.activation() != null) {
            out.println("chain       began with " + operation.activation().root() + ", depth "
                    + operation.activation().depth());
        }
        out.println("version     " + operation.version());
        print(out, "receipt     ", operation.receipt());
        print(out, "contradicts ", operation.conflictingReceipt());
        print(out, "resolved by ", operation.resolvedBy());
        if (operation.queries() != null) {
            out.println("queries     " + operation.queries() + " asked what became of it");
        }
        if (operation.nextQueryAtMs() != null) {
            out.println("next query  " + Instant.ofEpochMilli(operation.nextQueryAtMs())
                    + ", or giving up if that was the last");
        }
        if (operation.joiners() != null) {
            out.println("joiners     " + operation.joiners() + " calls of other runs wait for it");
        }
        out.println("updated     " + Instant.ofEpochMilli(operation.updatedAtMs()));
    }

    private static void print(PrintWriter out, String name, Object value) {
        if (value != null) {
            out.println(name + value);
        }
    }
}
