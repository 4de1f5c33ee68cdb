package dev.interlock.cli;

import dev.interlock.audit.replay.OtherPolicy;
import dev.interlock.audit.replay.Rederivation;
import dev.interlock.audit.replay.ReplayText;
import dev.interlock.audit.replay.Selection;
import dev.interlock.audit.replay.Tally;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.cli.bar.Bar;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.problem.PolicyException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock audit replay}. */
@Command(
        name = "replay",
        description = {
            "Decides what the journal says was decided again, with the same core and the policies it names, byte for"
                    + " byte, in both stages. Prints the first entry that differs with where it stands and in what, and"
                    + " ends with 1 if there is one or if an entry could not be decided again.",
            "",
            "With --policy: tells of each run the first decision that this policy would have taken otherwise, and what"
                    + " that would have saved and blocked. Entries behind it are conditional: they were decided on what"
                    + " would not have been so."
        })
final class AuditReplayCommand implements Callable<Integer> {
    @Mixin
    private SourceOptions options;

    @Option(names = "--run", paramLabel = "RUN", description = "Only this run and the operations it asked for.")
    private String run;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only what was taken up then or later, such as 2026-11-30T12:00:00Z or milliseconds.")
    private String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only what was taken up before.")
    private String to;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Decide under this policy instead: a file, or one that comes with the gateway.")
    private String policy;

    @Option(names = "--json", description = "Print one JSON object; with --policy, one for each run, a line each.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Selection selection = new Selection(Optional.ofNullable(run), time("--from", from), time("--to", to));
        try (Source source = options.open()) {
            return policy == null ? again(source, selection) : otherwise(source, selection, find(policy));
        }
    }

    private int again(Source source, Selection selection) {
        long offsets = source.slices(source.topics().journal()).stream()
                .mapToLong(Slice::length)
                .sum();
        Tally tally;
        try (Bar bar = Bar.ofRecords("replay", offsets, Ansi.AUTO.enabled())) {
            tally = new Rederivation(source).tally(selection, bar::more);
        }
        if (run != null && tally.entries() == 0) {
            spec.commandLine().getErr().println("interlock: the journal has no entry of run " + run + ".");
            return ExitCode.NO;
        }
        print(json ? List.of(ReplayText.json(tally).toString()) : ReplayText.of(tally));
        return tally.differing() == 0 && tally.missing().isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    private int otherwise(Source source, Selection selection, PolicyDocument other) {
        var findings = new OtherPolicy(source, other).findings(selection);
        print(
                json
                        ? findings.stream()
                                .map(finding -> ReplayText.json(finding).toString())
                                .toList()
                        : ReplayText.of(findings));
        return ExitCode.OK;
    }

    private void print(List<String> lines) {
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
    }

    private static OptionalLong time(String option, String text) {
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(
                    text.matches("\\d{1,18}")
                            ? Long.parseLong(text)
                            : Instant.parse(text).toEpochMilli());
        } catch (DateTimeParseException e) {
            throw CommandException.usage(option + ": must be a time such as 2026-11-30T12:00:00Z, was " + text);
        }
    }

    static PolicyDocument find(String name) {
        try {
            return PolicyFiles.load(name);
        } catch (PolicyException refusal) {
            throw CommandException.usage("--policy: must be a preset or a policy file:\n" + refusal.getMessage());
        }
    }
}
