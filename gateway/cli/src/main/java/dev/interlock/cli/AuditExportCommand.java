package dev.interlock.cli;

import dev.interlock.audit.export.Exporter;
import dev.interlock.audit.export.Form;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.cli.bar.Bar;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code interlock audit export}. */
@Command(
        name = "export",
        description = {
            "Writes all topics to a directory, as far as they are committed now: files of the records of one partition,"
                    + " and a manifest with the SHA-256 digest of each. All audit commands read such a directory with"
                    + " --dir, without a broker.",
            "",
            "Killed on its way, it goes on where it was when it is called again with the same --out; what was appended"
                    + " meanwhile does not belong to it."
        })
final class AuditExportCommand implements Runnable {
    private static final long FILE_BYTES = 128L << 20;

    @Mixin
    private ClusterOptions options;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where to write.")
    private Path directory;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "jsonl",
            description = "How to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Form form;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        try (Source source = SourceOptions.cluster(options);
                Bar bar = Bar.ofRecords("export", offsets(source), Ansi.AUTO.enabled())) {
            Exporter.Written written = new Exporter(source, directory, form, FILE_BYTES, bar::more).run();
            spec.commandLine()
                    .getOut()
                    .println(String.format(
                            Locale.ROOT,
                            "%d records in %d files, %.1f MB, in %s",
                            written.records(),
                            written.files(),
                            written.bytes() / 1e6,
                            directory));
        }
    }

    private static long offsets(Source source) {
        return source.slices().stream().mapToLong(Slice::length).sum();
    }
}
