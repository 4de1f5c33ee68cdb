package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.operator.Operator;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols;
import dev.interlock.server.view.LedgerView;
import dev.interlock.server.view.ViewException;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a stop or the lifting of one is about, who commands it and why. */
final class ScopeOptions {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What can be stopped. */
    enum Kind {
        RUN,
        AGENT,
        TOOL,
        MODEL,
        CHAIN,
        ALL;

        String symbol() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private ClusterOptions options;

    @Option(
            names = "--scope",
            required = true,
            paramLabel = "KIND",
            description = "What it is about: run, agent, tool, model, chain or all.")
    private Kind kind;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Which one; of a chain the operation it began with. Not with model, which means every paid"
                    + " model call, and not with all.")
    private String id;

    @Mixin
    private Author author;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Sends a command and waits until it is in force. */
    int command(String type, String done) {
        send(control(type), done);
        return ExitCode.OK;
    }

    Connection connection() {
        return options.connection();
    }

    /** The command that the options ask for, under an id of its own. */
    Control control(String type) {
        check();
        if (kind == Kind.CHAIN && Symbols.ControlType.STOP.equals(type)) {
            checkChain();
        }
        return author.says(type).scope(new Scope(kind.symbol(), id)).build();
    }

    /** Sends a command, waits until it is in force, and says so. */
    void send(Control control, String done) {
        String type = control.type();
        try (Operator operator = Operator.open(options.connection())) {
            if (!operator.command(control, PATIENCE)) {
                throw CommandException.unavailable(
                        "The " + type + " " + control.controlId() + " is on the topic but not in"
                                + " force everywhere after " + PATIENCE.toSeconds()
                                + " s. Does a gateway run? It obeys as soon as"
                                + " it reads it.");
            }
        }
        String what = kind.symbol() + (id == null ? "" : " " + id);
        spec.commandLine()
                .getOut()
                .println(done + ": " + what + ", in force in every task (" + type + " " + control.controlId() + ")");
        if (kind == Kind.RUN && Symbols.ControlType.STOP.equals(type)) {
            tellWhereItGoesOn();
        }
        spec.commandLine().getOut().flush();
    }

    /** Whoever stops a run that has ended may mean its work, which goes on in another one. The stop is in force by then. */
    private void tellWhereItGoesOn() {
        try {
            String newest = id;
            for (Optional<String> next = Optional.of(id);
                    next.isPresent();
                    next = RunCommand.successor(options, newest)) {
                newest = next.get();
            }
            if (!newest.equals(id)) {
                spec.commandLine()
                        .getOut()
                        .println("run " + id + " was resumed: it goes on as " + newest
                                + ", which this stop does not reach");
            }
        } catch (ViewException e) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: whether run " + id + " was resumed was not found out: " + e.getMessage());
        }
    }

    /** A chain has the name of the operation it began with; a stop that names another would reach nothing. */
    private void checkChain() {
        Optional<LedgerOperation> named = new LedgerView(options.cluster(), options.topics(), PATIENCE).operation(id);
        named.map(LedgerOperation::activation).ifPresent(place -> {
            throw CommandException.usage("--id must name the operation that the chain began with: " + place.root()
                    + ", was " + id + ", which is in that chain at depth " + place.depth() + ". Nothing was stopped.");
        });
        if (named.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("interlock: the ledger knows no operation " + id
                            + "; this reaches what a chain that begins with it has triggered, if there is one.");
        }
    }

    private void check() {
        boolean needsId = kind != Kind.ALL && kind != Kind.MODEL;
        if (needsId && id == null) {
            throw CommandException.usage("--id ID is missing: which " + kind.symbol() + "?");
        }
        if (!needsId && id != null) {
            throw CommandException.usage("--id must be left out with --scope " + kind.symbol() + ", was " + id);
        }
    }
}
