package dev.interlock.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.audit.bench.MadeSource;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.cli.bar.Bar;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.local.Scratch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code interlock bench audit}. */
@Command(
        name = "audit",
        description = {
            "Measures how fast 'interlock audit verify' judges topics of any length, and with how much memory. They are"
                    + " made by the gateway's own decisions while they are read; there is no broker. Making them takes"
                    + " longer than judging them, and is measured alone before.",
            "",
            "Prints how many records and entries of the journal there were, the seconds it took to make them and to"
                    + " make and judge them, the entries judged in a second, and the most memory that was in use."
        })
final class AuditBench implements Callable<Integer> {
    private static final int PARTITIONS = 8;
    private static final long MOST = 1_000_000_000;

    @Option(
            names = "--entries",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Entries of the journal. Default: ${DEFAULT-VALUE}.")
    private long entries;

    @Option(
            names = "--json",
            description = "Print one JSON object: records, entries, violations, made_ms, judged_ms, entries_per_s,"
                    + " heap_most_bytes.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (entries < 1_000 || entries > MOST) {
            throw new ParameterException(spec.commandLine(), "--entries: must be 1000 to " + MOST + ", was " + entries);
        }
        Path scratch = Scratch.create("interlock-bench-");
        try (Source source = new MadeSource(PARTITIONS, entries)) {
            long offsets = source.slices().stream().mapToLong(Slice::length).sum();
            try (Bar bar = Bar.ofRecords("made, judged", 2 * offsets, Ansi.AUTO.enabled())) {
                long began = System.nanoTime();
                source.slices().parallelStream().forEach(slice -> source.read(slice, raw -> bar.more(1)));
                long made = System.nanoTime();
                Findings findings = Verifier.judge(source, scratch, Verifier.Options.usual(true, bar::more));
                print(findings, (made - began) / 1_000_000, (System.nanoTime() - made) / 1_000_000);
                return findings.isClean() ? ExitCode.OK : ExitCode.NO;
            }
        } finally {
            Scratch.delete(scratch);
        }
    }

    private void print(Findings findings, long madeMs, long bothMs) {
        long judgedMs = Math.max(1, bothMs - madeMs);
        long perSecond = findings.entries() * 1_000 / judgedMs;
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("records", findings.records());
        node.put("entries", findings.entries());
        node.put("violations", findings.complaints().size() + findings.more());
        node.put("made_ms", madeMs);
        node.put("judged_ms", judgedMs);
        node.put("entries_per_s", perSecond);
        node.put("heap_most_bytes", mostHeap());
        String text = String.format(
                Locale.ROOT,
                "%d records, %d of them entries: made in %.1f s, judged in %.1f s more, %d entries a second; heap at"
                        + " most %d MiB; %d violations",
                findings.records(),
                findings.entries(),
                madeMs / 1e3,
                judgedMs / 1e3,
                perSecond,
                mostHeap() >> 20,
                findings.complaints().size() + findings.more());
        spec.commandLine().getOut().println(json ? node.toString() : text);
    }

    private static long mostHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
