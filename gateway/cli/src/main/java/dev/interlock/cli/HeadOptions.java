package dev.interlock.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.audit.witness.Covered;
import dev.interlock.audit.witness.PublicKeys;
import dev.interlock.audit.witness.Signatures;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StrandHead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What the signed heads of a journal are held against, and where they are noted. */
final class HeadOptions {
    private static final RecordCodec<StrandHead> CODEC = RecordCodec.of(StrandHead.class);

    @Option(
            names = "--public-key",
            paramLabel = "[KEY_ID=]FILE",
            description =
                    "Hold the signatures of signed heads against this key, as 'openssl pkey -pubout' writes it. With a"
                        + " key id it counts for the heads of that id alone. May be given several times, for the keys"
                        + " of different times; a head signed with none of them is a violation.")
    private List<String> keys = new ArrayList<>();

    @Option(
            names = "--heads-in",
            paramLabel = "FILE",
            description =
                    "Heads that an earlier --heads-out noted: that one of them is not there any more, or is another"
                            + " one, is a violation.")
    private Path known;

    @Option(
            names = "--heads-out",
            paramLabel = "FILE",
            description =
                    "Note the last signed head of each strand there, if there is no violation. Keep the file where"
                            + " nobody who writes the topics can change it.")
    private Path noted;

    /**
     * What heads are held against.
     *
     * @throws ParameterException if a file cannot be read or holds something else
     */
    Signatures signatures(CommandSpec spec) {
        PublicKeys all = PublicKeys.NONE;
        for (String key : keys) {
            int mark = key.indexOf('=');
            Optional<String> id = mark < 0 ? Optional.empty() : Optional.of(key.substring(0, mark));
            Path file = Path.of(key.substring(mark + 1));
            try {
                all = all.with(id, Files.readString(file));
            } catch (IOException | IllegalArgumentException e) {
                throw new ParameterException(
                        spec.commandLine(), "--public-key: " + file + " has no key: " + e.getMessage(), e);
            }
        }
        return new Signatures(all, known == null ? List.of() : read(spec));
    }

    private List<StrandHead> read(CommandSpec spec) {
        try {
            return Files.readAllLines(known).stream()
                    .filter(line -> !line.isBlank())
                    .map(line ->
                            CODEC.decode(line.getBytes(StandardCharsets.UTF_8)).record())
                    .toList();
        } catch (IOException | InvalidRecordException e) {
            throw new ParameterException(
                    spec.commandLine(), "--heads-in: " + known + " has no signed heads: " + e.getMessage(), e);
        }
    }

    /** Notes the last heads, where nothing is wrong. */
    void note(Findings findings) throws IOException {
        if (noted != null && findings.isClean()) {
            StringBuilder lines = new StringBuilder();
            for (StrandHead head : findings.covered().last()) {
                lines.append(new String(CODEC.encode(head, Format.JSON), StandardCharsets.UTF_8))
                        .append('\n');
            }
            Files.writeString(noted, lines);
        }
    }

    /** How much is covered, as lines. */
    static List<String> text(Covered covered) {
        List<String> lines = new ArrayList<>(heads(covered));
        if (covered.snapshots() > 0 || covered.cut() > 0) {
            lines.add(covered.snapshots() + " snapshots of chains; " + covered.cut()
                    + " chains are there without their beginning and without a snapshot in its place");
        }
        return lines;
    }

    private static List<String> heads(Covered covered) {
        if (covered.heads() == 0) {
            return List.of("no signed heads: that entries were cut off cannot be seen (audit.signing of the gateway)");
        }
        return List.of(
                covered.heads() + " signed heads of " + covered.last().size() + " strands, "
                        + (covered.checked() ? "signatures checked" : "signatures not checked (--public-key)")
                        + ", the latest of " + Instant.ofEpochMilli(covered.latestMs()),
                covered.entries() + " entries are covered, " + covered.behind() + " stand behind the last head of their"
                        + " strand, " + covered.before() + " in front of the first or where nothing was signed");
    }

    /** The same as an object. */
    static ObjectNode json(Covered covered) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("heads", covered.heads());
        node.put("strands", covered.last().size());
        node.put("signatures_checked", covered.checked());
        node.put("latest_ms", covered.latestMs());
        node.put("covered", covered.entries());
        node.put("behind_last", covered.behind());
        node.put("before_first", covered.before());
        node.put("snapshots", covered.snapshots());
        node.put("chains_cut", covered.cut());
        return node;
    }
}
