package dev.interlock.cli;

import dev.interlock.audit.explain.Explainer;
import dev.interlock.audit.explain.Page;
import dev.interlock.audit.explain.Timeline;
import dev.interlock.audit.explain.TimelineJson;
import dev.interlock.audit.explain.TimelineText;
import dev.interlock.audit.source.Source;
import dev.interlock.cli.exit.CommandException;
import dev.interlock.cli.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock audit explain}. */
@Command(
        name = "explain",
        description = {
            "Tells what happened to a run or an operation, and why: each input with its time, who proposed what, the"
                + " guard that fired with its limit and what it read, counters before and after, dispatches, results,"
                + " evidence and outcomes, across both stages. Arguments are shown as far as the journal has them: of"
                + " tools whose contract says what is sensitive, without that.",
            "",
            "Everything told was decided again from the journal on the way; an entry that differs, or cannot be decided"
                    + " again, says so. Ends with 1 if the journal has neither a run nor an operation of this id."
        })
final class AuditExplainCommand implements Callable<Integer> {
    @Mixin
    private SourceOptions options;

    @Parameters(paramLabel = "ID", description = "A run, or else an operation.")
    private String id;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write one page with the timeline drawn instead, which needs nothing else.")
    private Path html;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (Source source = options.open()) {
            Explainer explainer = new Explainer(source);
            Optional<Timeline> found = explainer.run(id).or(() -> explainer.operation(id));
            if (found.isEmpty()) {
                spec.commandLine().getErr().println("interlock: the journal has no run and no operation " + id + ".");
                return ExitCode.NO;
            }
            tell(found.get());
            return ExitCode.OK;
        }
    }

    private void tell(Timeline timeline) {
        PrintWriter out = spec.commandLine().getOut();
        if (html != null) {
            write(timeline);
            out.println(timeline.title() + ", " + timeline.steps().size() + " entries, in " + html);
        } else if (json) {
            out.println(TimelineJson.of(timeline));
        } else {
            TimelineText.of(timeline).forEach(out::println);
        }
    }

    private void write(Timeline timeline) {
        try {
            Files.writeString(html, Page.of(timeline), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CommandException.usage("--html: cannot be written: " + html + " (" + e.getMessage() + ")");
        }
    }
}
