package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on an export, without a broker. */
class AuditCommandTest {
    private static final Path LIFE = Path.of("../audit/src/test/resources/dev/interlock/audit/recorded-life.zip");

    private final Cli cli = new Cli();

    @TempDir
    Path copy;

    @BeforeEach
    void copyTheExport() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(LIFE);
                Stream<Path> all = Files.list(zip.getPath("/"))) {
            for (Path file : all.toList()) {
                Files.copy(file, copy.resolve(file.getFileName().toString()));
            }
        }
    }

    @Test
    void verify_tellsThatEveryPromiseIsKept() {
        assertThat(cli.run("audit", "verify", "--at-rest", "--dir", copy.toString()))
                .as(cli.err())
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("every promise is kept").contains("entries a second");
    }

    @Test
    void verify_namesAFileThatWasChanged_andEndsWithOne() throws IOException {
        Path file = longest();
        String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("\"decision\":\"granted\"", "\"decision\":\"allowed\""));

        assertThat(cli.run("audit", "verify", "--dir", copy.toString())).isEqualTo(ExitCode.NO);
        assertThat(cli.err()).contains(file.getFileName() + " was changed");
    }

    @Test
    void verify_tellsViolationsWithTheirPlace_whereTheManifestWasForgedToo() throws Exception {
        forgeADecision();

        assertThat(cli.run("audit", "verify", "--json", "--dir", copy.toString()))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.out())
                .contains("\"fault\":\"chain_hash\",\"topic\":\"witnessed.journal\",\"partition\":")
                .contains("\"violations\":");
    }

    @Test
    void replay_decidesEverythingAgain() {
        assertThat(cli.run("audit", "replay", "--dir", copy.toString()))
                .as(cli.err())
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("no entry differs");
    }

    @Test
    void replay_namesTheFirstDecisionThatDoesNotFollow_andEndsWithOne() throws Exception {
        forgeADecision();

        assertThat(cli.run("audit", "replay", "--json", "--dir", copy.toString()))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.out())
                .contains("\"field\":\"decision\"")
                .contains("\"recorded\":\"allowed\"")
                .contains("\"derived\":\"granted\"");
    }

    @Test
    void replay_underAnotherPolicy_namesTheFirstDecisionOfARunThatFlips() {
        assertThat(cli.run("audit", "replay", "--run", "held", "--policy", "balanced", "--dir", copy.toString()))
                .as(cli.err())
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out())
                .contains("held: entry 1, ")
                .contains("recorded paused / approval_required, under this policy granted")
                .contains("later entries are conditional");
    }

    @Test
    void runThatTheJournalDoesNotHave_isSaidSo() {
        assertThat(cli.run("audit", "replay", "--run", "nobody", "--dir", copy.toString()))
                .isEqualTo(ExitCode.NO);
        assertThat(cli.err()).contains("no entry of run nobody");
    }

    @Test
    void directoryWithoutAFinishedExport_isNotRead() throws IOException {
        Files.delete(copy.resolve("manifest.json"));
        assertThat(cli.run("audit", "verify", "--dir", copy.toString())).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(cli.err()).contains("no finished export");
    }

    /** In the longest part of the journal; the digest in the manifest is made to fit. */
    private void forgeADecision() throws Exception {
        Path file = longest();
        byte[] before = Files.readAllBytes(file);
        Files.writeString(
                file, new String(before).replaceFirst("\"decision\":\"granted\"", "\"decision\":\"allowed\""));
        Path manifest = copy.resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replace(digest(before), digest(Files.readAllBytes(file))));
    }

    private Path longest() throws IOException {
        try (Stream<Path> all = Files.list(copy)) {
            List<Path> files = all.filter(path -> path.getFileName().toString().contains(".journal-"))
                    .sorted((one, other) ->
                            Long.compare(other.toFile().length(), one.toFile().length()))
                    .toList();
            return files.getFirst();
        }
    }

    private static String digest(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
