package dev.interlock.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.cli.bar.Bar;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.local.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock audit verify}. */
@Command(
        name = "verify",
        description = {
            "Holds all topics against every promise, with nothing but them, however long they are. Prints each"
                    + " violation with where it stands (topic-partition@offset), and ends with 1 if there is one.",
            "",
            "What retention deleted, and what a gateway that runs has still to say, is no violation. It writes what"
                + " does not fit into memory to the directory for temporary files (java.io.tmpdir), and deletes it.",
            "",
            "Signed heads show that nothing of the journal was cut off, taken out or exchanged. Whoever holds the key"
                + " and may write the topics can make other ones: note the last heads elsewhere (--heads-out) and hold"
                + " the journal against them later (--heads-in)."
        })
final class AuditVerifyCommand implements Callable<Integer> {
    @Mixin
    private SourceOptions options;

    @Option(
            names = "--at-rest",
            description =
                    "The gateway has nothing left to decide: what waits or is missing at the end is a violation too.")
    private boolean atRest;

    @Option(
            names = "--json",
            description =
                    "Print one JSON object for each violation (fault, topic, partition, offset, detail), and one at"
                            + " the end (records, entries, violations, seconds, signed_heads).")
    private boolean json;

    @Mixin
    private HeadOptions heads;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        Path scratch = Scratch.create("interlock-verify-");
        try (Source source = options.open();
                Bar bar = Bar.ofRecords("verify", offsets(source), Ansi.AUTO.enabled())) {
            Findings findings = Verifier.judge(
                    source, scratch, Verifier.Options.usual(atRest, bar::more).with(heads.signatures(spec)));
            findings.complaints().forEach(this::print);
            sum(findings, (System.nanoTime() - began) / 1_000_000);
            heads.note(findings);
            return findings.isClean() ? ExitCode.OK : ExitCode.NO;
        } finally {
            Scratch.delete(scratch);
        }
    }

    private static long offsets(Source source) {
        return source.slices().stream().mapToLong(Slice::length).sum();
    }

    private void print(Complaint complaint) {
        if (!json) {
            spec.commandLine().getOut().println(complaint);
            return;
        }
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("fault", complaint.fault().name().toLowerCase(Locale.ROOT));
        node.put("topic", complaint.at().topic());
        node.put("partition", complaint.at().partition());
        node.put("offset", complaint.at().offset());
        node.put("detail", complaint.excerpt());
        spec.commandLine().getOut().println(node);
    }

    private void sum(Findings findings, long millis) {
        PrintWriter out = spec.commandLine().getOut();
        long violations = findings.complaints().size() + findings.more();
        if (json) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("records", findings.records());
            node.put("entries", findings.entries());
            node.put("violations", violations);
            node.put("seconds", millis / 1_000.0);
            node.set("signed_heads", HeadOptions.json(findings.covered()));
            out.println(node);
        } else {
            out.println(String.format(
                    Locale.ROOT,
                    "%d records, %d of them entries of the journal, in %.1f s (%d entries a second): %s",
                    findings.records(),
                    findings.entries(),
                    millis / 1e3,
                    findings.entries() * 1_000 / Math.max(1, millis),
                    violations == 0 ? "every promise is kept" : violations + " violations"));
            HeadOptions.text(findings.covered()).forEach(out::println);
        }
    }
}
