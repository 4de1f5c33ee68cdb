package dev.interlock.audit.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.export.ExportDirectory;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Keys;
import dev.interlock.server.wire.JournalWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The journal of all scenarios on a real gateway is kept for each version of the core; the server's tests decide it again. */
class GoldenScenariosTest {
    private static final Path FILE =
            Path.of("../server/src/test/resources/golden", JournalWriter.CORE_VERSION, "scenarios.jsonl.gz");

    /** {@code -Dinterlock.golden=DIR} writes it from an export. */
    @Test
    void thereIsOneOfThisVersion() throws IOException {
        String export = System.getProperty("interlock.golden", "");
        if (!export.isEmpty() && Files.isDirectory(Path.of(export))) {
            write(Path.of(export));
        }
        assertThat(FILE)
                .as("record it: ./interlock demo --export DIR, then this test with -Dinterlock.golden=DIR")
                .isNotEmptyFile();
    }

    private static void write(Path export) throws IOException {
        Map<String, byte[]> policies = new LinkedHashMap<>();
        List<byte[]> entries = new ArrayList<>();
        try (Source source = ExportDirectory.open(export)) {
            source.slices(source.topics().ledger())
                    .forEach(slice -> source.read(slice, raw -> {
                        if (raw.keyText().startsWith(Keys.ledgerPolicy("")) && raw.value() != null) {
                            policies.put(raw.keyText(), raw.value());
                        }
                    }));
            source.slices(source.topics().journal())
                    .forEach(slice -> source.read(slice, raw -> entries.add(raw.value())));
        }
        Files.createDirectories(FILE.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(FILE))) {
            policies.values().forEach(policy -> line(out, policy));
            out.write('\n');
            entries.forEach(entry -> line(out, entry));
        }
    }

    private static void line(OutputStream out, byte[] record) {
        try {
            out.write(record);
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
