package dev.interlock.proof.forgery;

import dev.interlock.audit.export.Exporter;
import dev.interlock.audit.export.Form;
import dev.interlock.audit.source.MemorySource;
import dev.interlock.proof.Repository;
import dev.interlock.proof.forgery.RecordedLife.Lived;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A recorded life as a file of the project, for tests of the audit that need no broker. */
final class KeptLife {
    private static final Path PLACE =
            Repository.root().resolve("gateway/audit/src/test/resources/dev/interlock/audit/recorded-life.zip");

    private KeptLife() {}

    /** Writes it in place of the one that is there. */
    static void keep(Lived lived, Path directory) throws IOException {
        MemorySource source =
                new MemorySource(lived.recording().topics(), lived.recording().all());
        new Exporter(source, directory, Form.JSONL, Long.MAX_VALUE, more -> {}).run();
        Files.writeString(directory.resolve("effects.txt"), lived.effects().text());
        try (OutputStream out = Files.newOutputStream(PLACE);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> all = Files.list(directory)) {
            for (Path file : all.sorted().toList()) {
                zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }
}
