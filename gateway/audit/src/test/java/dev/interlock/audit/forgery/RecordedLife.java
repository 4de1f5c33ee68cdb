package dev.interlock.audit.forgery;

import dev.interlock.audit.export.ExportDirectory;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Recording;
import dev.interlock.schemas.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The life that WitnessIT lives on a real broker, as it wrote it down: some runs that end, and one that does not. */
final class RecordedLife {
    static final int PARTITIONS = 4;
    static final Topics TOPICS = Topics.withPrefix("witnessed.");

    /** A run that has a read and a write behind it, and has not ended. */
    static final String OPEN = "open";
    /** A run that the write of the open one triggered, with a read and a write, and one that its write triggered. */
    static final String TRIGGERED = "triggered";

    static final String TRIGGERED_NEXT = "triggered-next";

    /** A run that ended and was resumed, with one call more in the run that goes on. */
    static final String RESUMED = "resumed";

    static final String NEXT = "resumed~1";

    /** A run with a read and a write that a person approved. */
    static final String HELD = "held";

    private RecordedLife() {}

    /** What is on the topics at the end, and what the receiver saw. */
    record Lived(Recording recording, Effects effects) {}

    /**
     * Reads it.
     *
     * @param directory where to unpack it; empty
     */
    static Lived read(Path directory) throws IOException {
        unpack(directory);
        List<Raw> all = new ArrayList<>();
        try (Source source = ExportDirectory.open(directory)) {
            source.slices().forEach(slice -> source.read(slice, all::add));
            return new Lived(
                    new Recording(source.topics(), all),
                    Effects.parse(Files.readString(directory.resolve("effects.txt"))));
        }
    }

    private static void unpack(Path directory) throws IOException {
        try (InputStream in = RecordedLife.class.getResourceAsStream("/dev/interlock/audit/recorded-life.zip");
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, directory.resolve(Path.of(entry.getName()).getFileName()));
            }
        }
    }
}
