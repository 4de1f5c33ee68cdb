package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.operator.Operator;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.HeldCall;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.view.HoldView;
import dev.interlock.server.view.HoldView.Waiting;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock hold}. */
@Command(
        name = "hold",
        description = "Shows the calls that wait for a person, and approves or rejects them.",
        synopsisSubcommandLabel = "COMMAND")
final class HoldCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: list, show, approve or reject.");
    }

    @Command(
            name = "list",
            description = {
                "Lists the calls that wait for a person, a line each: hold, run, tool, and when the wait ends.",
                "",
                "They are found in the outcomes published so far. A call that was approved is listed until its answer"
                        + " is published."
            })
    int list(@Mixin ClusterOptions options) {
        PrintWriter out = spec.commandLine().getOut();
        waiting(options)
                .forEach(w -> out.println(w.notice().holdId() + "  run " + w.runId() + "  "
                        + w.notice().call().tool() + "  until "
                        + Instant.ofEpochMilli(w.notice().expiresAtMs())));
        return ExitCode.OK;
    }

    @Command(
            name = "show",
            description = {
                "Shows a call that waits for a person: its arguments exactly as they will run, [hidden] where one is"
                        + " sensitive by its contract or looks like a secret, and the digest that stands for all of"
                        + " them, also the hidden ones, in 'hold approve'.",
                "",
                "Ends with 1 if nothing waits under this id."
            })
    int show(@Mixin ClusterOptions options, @Parameters(paramLabel = "ID", description = "The hold.") String holdId) {
        Optional<Waiting> found = find(options, holdId);
        found.ifPresent(waiting -> describe(waiting, spec.commandLine().getOut()));
        return found.isPresent() ? ExitCode.OK : missing(holdId);
    }

    @Command(
            name = "approve",
            description = {
                "Approves a call: exactly the one whose digest is named, and once.",
                "",
                "Stops, ceilings, deadline and the state of its operation are checked again before it runs. Returns"
                    + " when the approval is on its topic; 'interlock run show' tells what came of it. Ends with 1 if"
                    + " nothing waits under this id, or something with another digest."
            })
    int approve(
            @Mixin ClusterOptions options,
            @Parameters(paramLabel = "ID", description = "The hold.") String holdId,
            @Option(
                            names = "--digest",
                            required = true,
                            paramLabel = "DIGEST",
                            description = "The digest that 'hold show' printed with the arguments.")
                    String digest,
            @Mixin Author author) {
        Optional<Waiting> found = find(options, holdId);
        if (found.isPresent() && !found.get().notice().digest().equals(digest)) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: the call that waits under " + holdId
                            + " has another digest, so it is not the one" + " you saw. 'interlock hold show " + holdId
                            + "' shows it. Nothing was approved.");
            return ExitCode.NO;
        }
        return found.isPresent() ? send(options, ControlType.APPROVE, found.get(), author) : missing(holdId);
    }

    @Command(
            name = "reject",
            description = {
                "Rejects a call. Its run ends as needs_human, approval_rejected.",
                "",
                "Returns when the rejection is on its topic. Ends with 1 if nothing waits under this id."
            })
    int reject(
            @Mixin ClusterOptions options,
            @Parameters(paramLabel = "ID", description = "The hold.") String holdId,
            @Mixin Author author) {
        Optional<Waiting> found = find(options, holdId);
        return found.isPresent() ? send(options, ControlType.REJECT, found.get(), author) : missing(holdId);
    }

    private List<Waiting> waiting(ClusterOptions options) {
        return new HoldView(options.cluster(), options.topics(), PATIENCE).waiting(System.currentTimeMillis());
    }

    private Optional<Waiting> find(ClusterOptions options, String holdId) {
        return waiting(options).stream()
                .filter(waiting -> waiting.notice().holdId().equals(holdId))
                .findFirst();
    }

    private int send(ClusterOptions options, String type, Waiting waiting, Author author) {
        Control control = author.says(type)
                .runId(waiting.runId())
                .holdId(waiting.notice().holdId())
                .digest(waiting.notice().digest())
                .build();
        try (Operator operator = Operator.open(options.connection())) {
            operator.send(control);
        } catch (IllegalStateException e) {
            throw CommandException.unavailable("The " + type + " could not be sent: " + e.getMessage());
        }
        spec.commandLine()
                .getOut()
                .println(type + ": sent for " + waiting.notice().holdId() + " of run " + waiting.runId()
                        + "; 'interlock run show " + waiting.runId() + "' tells what came of it");
        return ExitCode.OK;
    }

    private int missing(String holdId) {
        spec.commandLine()
                .getErr()
                .println("interlock: nothing waits for a person under " + holdId
                        + ": it was answered, it expired, its run ended, or the id is another. 'interlock hold list'"
                        + " shows what waits.");
        return ExitCode.NO;
    }

    static void describe(Waiting waiting, PrintWriter out) {
        HoldNotice notice = waiting.notice();
        HeldCall call = notice.call();
        out.println("hold        " + notice.holdId());
        out.println(
                "run         " + waiting.runId() + ", proposal " + call.proposalId() + " of agent " + call.agentId());
        out.println("tool        " + call.tool() + " (" + call.kind() + ")");
        if (call.operationId() != null) {
            out.println("operation   " + call.operationId());
        }
        out.println("arguments   "
                + (call.args() == null
                        ? "not on the topic any more"
                        : call.args().toString()));
        out.println("digest      " + notice.digest());
        out.println("until       " + Instant.ofEpochMilli(notice.expiresAtMs()));
    }
}
