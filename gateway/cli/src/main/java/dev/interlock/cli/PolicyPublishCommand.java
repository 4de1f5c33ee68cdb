package dev.interlock.cli;

import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.operator.Operator;
import dev.interlock.policy.PolicyFile;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.server.wire.PublicationReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock policy publish}. */
@Command(
        name = "publish",
        description = {
            "Publishes a policy file: runs that begin from then on are held to it. Running ones keep theirs.",
            "",
            "The file is checked first, as by 'interlock policy check', and again by the gateway; of a bad one nothing"
                + " takes effect. What is published for agents goes before what a gateway's configuration says of"
                + " them, and holds until something else is published for the same pattern. Of several patterns that"
                + " match an agent the closest decides, of equally close ones the latest.",
            "",
            "Returns when a task of the gateways has taken it up, with --wait when every task has; with 1 if it is"
                    + " refused, with 3 if that has not come to be after a while."
        })
final class PolicyPublishCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final RecordCodec<Control> CODEC = RecordCodec.of(Control.class);
    private static final String PUBLISHED = "published";

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Parameters(paramLabel = "FILE", description = "A policy file; ops/policies has examples.")
    private Path file;

    @ArgGroup(multiplicity = "1")
    private Whom whom;

    @Mixin
    private Author author;

    @Option(names = "--wait", description = "Wait until every task has it.")
    private boolean wait;

    /** Whose new runs are held to it. */
    private static final class Whom {
        @Option(
                names = "--agents",
                required = true,
                paramLabel = "PATTERN",
                description = "Agents, by a pattern of their ids in which * stands for any characters.")
        private String agents;

        @Option(
                names = "--default",
                required = true,
                description = "All agents that neither a published pattern nor the configuration names.")
        private boolean others;

        Scope scope() {
            return others ? new Scope(ScopeKind.ALL, null) : new Scope(ScopeKind.AGENT, agents);
        }

        @Override
        public String toString() {
            return others ? "all agents that nothing else names" : "agents " + agents;
        }
    }

    @Override
    public Integer call() {
        if (!whom.others && (whom.agents.isEmpty() || whom.agents.length() > PublicationReader.LONGEST_PATTERN)) {
            throw CommandException.usage("--agents: must be a pattern of 1 to " + PublicationReader.LONGEST_PATTERN
                    + " characters, was " + (whom.agents.isEmpty() ? "empty" : whom.agents));
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw CommandException.usage("FILE: must be a file that can be read, was " + file);
        }
        try {
            PolicyFile sound = PolicyFiles.read(file.toString());
            return publish(sound, sound.document());
        } catch (PolicyException refusal) {
            spec.commandLine().getErr().println(refusal.getMessage());
            spec.commandLine().getErr().println("interlock: nothing was published.");
            return ExitCode.NO;
        }
    }

    private int publish(PolicyFile sound, PolicyDocument document) {
        // Refused here rather than by a gateway: whoever wrote the file is still looking at it.
        PolicyFiles.document(document.body());
        Control control = author.says(ControlType.PUBLISH_POLICY)
                .scope(whom.scope())
                .policy(document.body())
                .build();
        int bytes = CODEC.encode(control, Format.JSON).length;
        if (bytes > Limits.INPUT_BYTES) {
            throw CommandException.usage(
                    "FILE: must make a record of at most " + Limits.INPUT_BYTES + " bytes, makes " + bytes);
        }
        Optional<Operator.Fate> fate = send(control);
        if (fate.isEmpty()) {
            throw CommandException.unavailable("The publication " + control.controlId() + " is on the topic but not in"
                    + " force " + (wait ? "everywhere " : "") + "after " + PATIENCE.toSeconds()
                    + " s. Does a gateway run? It takes it up as soon as it reads it.");
        }
        return tell(fate.get(), sound.policy().name() + " (policy " + document.hash() + ") for " + whom);
    }

    private Optional<Operator.Fate> send(Control control) {
        try (Operator operator = Operator.open(options.connection())) {
            return wait ? operator.publish(control, PATIENCE) : operator.order(control, PATIENCE);
        } catch (IllegalStateException e) {
            throw CommandException.unavailable("The policy could not be published: " + e.getMessage());
        }
    }

    private int tell(Operator.Fate fate, String what) {
        if (fate.refusal().isPresent()) {
            LetterError error = fate.refusal().get();
            spec.commandLine()
                    .getErr()
                    .println("interlock: refused, what was in force stays: " + error.field() + ": " + error.rule()
                            + ", was " + error.value() + ".");
            return ExitCode.NO;
        }
        String done = fate.decision().filter(PUBLISHED::equals).isPresent() ? "published " : "was in force already: ";
        spec.commandLine()
                .getOut()
                .println(done + what + (wait ? ", in every task" : "") + "; running runs keep theirs");
        return ExitCode.OK;
    }
}
