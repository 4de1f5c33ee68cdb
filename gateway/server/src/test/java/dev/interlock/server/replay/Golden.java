package dev.interlock.server.replay;

import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Position;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A journal that a running gateway wrote, as a file of the repository: a line for each policy its runs were held to, then an
 * empty line, then a line for each entry, in the order of its partition.
 *
 * @param name what was played
 * @param version the core version that decided
 * @param policies the policies by their hashes
 * @param entries the entries
 */
public record Golden(String name, String version, Map<String, PolicyDocument> policies, List<Recorded> entries) {
    private static final Path ROOT = Path.of("src/test/resources/golden");
    private static final String ENDING = ".jsonl.gz";

    /** All that are there, of all versions. */
    public static List<Golden> all() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Golden> found = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(ENDING))
                    .sorted(Comparator.naturalOrder())
                    .toList()) {
                found.add(read(file));
            }
            return found;
        }
    }

    private static Golden read(Path file) throws IOException {
        String name = file.getFileName().toString().replace(ENDING, "");
        String version = file.getParent().getFileName().toString();
        String text;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String[] parts = text.split("\n\n", 2);
        Map<String, PolicyDocument> policies = new HashMap<>();
        for (String line : parts[0].split("\n")) {
            LedgerPolicy policy = dev.interlock.server.wire.TopicRecords.policy(bytes(line));
            policies.put(policy.policyHash(), PolicyDocument.kept(policy.policy()));
        }
        List<Recorded> entries = new ArrayList<>();
        for (String line : parts[1].split("\n")) {
            entries.add(Recorded.read(bytes(line), new Position(version + "/" + name, 0, entries.size())));
        }
        return new Golden(name, version, policies, entries);
    }

    /** Writes one, unless there is one of this name and version. */
    public static void write(String version, String name, List<byte[]> policies, List<byte[]> entries) {
        Path file = ROOT.resolve(version).resolve(name + ENDING);
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                lines(out, policies);
                out.write('\n');
                lines(out, entries);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void lines(OutputStream out, List<byte[]> records) throws IOException {
        for (byte[] record : records) {
            out.write(record);
            out.write('\n');
        }
    }

    private static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8);
    }
}
