package dev.interlock.cli.policy;

import dev.interlock.backtest.trace.TraceException;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.policy.PolicyFile;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.check.Checked;
import dev.interlock.policy.contract.Against;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.draft.Draft;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.words.Warning;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock policy}. */
@Command(
        name = "policy",
        description = "Checks policy files, drafts and publishes them, and shows what is in force.",
        synopsisSubcommandLabel = "COMMAND")
public final class PolicyCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: check, draft, publish, list or show.");
    }

    @Command(
            name = "check",
            description = {
                "Says what a policy file will do, in plain words, or all that is wrong with it, with line and field.",
                "",
                "Ends with 0 if it is right, with or without warnings, else with 1."
            })
    int check(
            @Parameters(paramLabel = "FILE", description = "A policy file; ops/policies has examples.") Path file,
            @Option(
                            names = "--against",
                            paramLabel = "OLD",
                            description = "An earlier version: warns where fields that tell calls apart differ.")
                    Path against,
            @Option(names = "--json", description = "Print one JSON object.") boolean json) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw CommandException.usage("FILE: must be a file that can be read, was " + file);
        }
        try {
            PolicyFile sound = PolicyFiles.read(file.toString());
            List<Warning> further = new ArrayList<>(Rehearsal.of(sound.policy()));
            if (against != null) {
                further.addAll(Against.warnings(sound.document(), earlier(against)));
            }
            if (json) {
                out().println(Checked.json(sound, further));
            } else {
                Checked.text(sound, further).forEach(out()::println);
            }
            return ExitCode.OK;
        } catch (PolicyException refusal) {
            if (json) {
                out().println(Checked.json(refusal));
            } else {
                out().println(refusal.getMessage());
            }
            return ExitCode.NO;
        }
    }

    private static PolicyDocument earlier(Path against) {
        try {
            return PolicyFiles.read(against.toString()).document();
        } catch (PolicyException refusal) {
            throw CommandException.usage("--against: " + refusal.getMessage());
        }
    }

    @Command(
            name = "draft",
            description = {
                "Writes a first policy with a contract for each tool: of what an MCP server answers to tools/list, or"
                        + " of recorded runs as 'interlock backtest' reads them.",
                "",
                "It goes to standard output. Lines marked CHECK say what only a person can know."
            })
    int draft(
            @Parameters(paramLabel = "FILE", description = "JSON of tools/list, or a trace file.") Path file,
            @Option(names = "--name", paramLabel = "NAME", defaultValue = "draft", description = "The policy's name.")
                    String name)
            throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw CommandException.usage("FILE: must be a file that can be read, was " + file);
        }
        if (name.isBlank() || name.length() > PolicyFile.LONGEST_NAME) {
            throw CommandException.usage("--name: must be a text of 1 to " + PolicyFile.LONGEST_NAME + " characters");
        }
        try {
            String origin = file.getFileName().toString();
            out().print(Draft.of(name, origin, Origin.of(file).tools()));
            out().flush();
            return ExitCode.OK;
        } catch (PolicyException | TraceException refusal) {
            throw CommandException.usage("FILE: " + refusal.getMessage());
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
