package dev.interlock.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the README says is so. */
class ReadmeTest {
    private static final Path ROOT = Repository.root();
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z_]+)` \\| ([^|]*) \\| [^|]+ \\|([^|]*)\\|$", Pattern.MULTILINE);
    private static final Pattern FOLDER = Pattern.compile("^([a-z/A-Z.]+) {2,}\\S", Pattern.MULTILINE);

    @Test
    void reasonsTable_isTheClosedListOfReasons() {
        List<String> written = ROW.matcher(readme())
                .results()
                .map(row -> line(row.group(1), row.group(2).strip(), names(row.group(3))))
                .toList();
        List<String> decided = Arrays.stream(Reason.values())
                .map(reason -> line(reason.code(), statuses(reason), String.join(" ", reason.articleNames())))
                .toList();
        assertThat(written).isEqualTo(decided);
    }

    @Test
    void foldersTable_namesFoldersAndFilesThatExist() {
        String layout = section("## How the code is laid out");
        List<String> named =
                FOLDER.matcher(layout).results().map(r -> r.group(1)).toList();
        assertThat(named)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(ROOT.resolve(name)).exists());
    }

    @Test
    void proposalShown_isReadAsAProposal() throws Exception {
        Matcher shown = Pattern.compile("<!-- proposal.*?\\nkey +(\\S+)\\nvalue +(\\{.*?})\\n", Pattern.DOTALL)
                .matcher(readme());
        assertThat(shown.find()).isTrue();
        byte[] value = shown.group(2).getBytes(StandardCharsets.UTF_8);
        Proposal proposal = RecordCodec.of(Proposal.class).decode(value).record();
        assertThat(proposal.runId()).isEqualTo(shown.group(1));
    }

    @Test
    void policiesShown_arePolicies() {
        Matcher shown = Pattern.compile("<!-- policy.*?```yaml\\n(.*?)```", Pattern.DOTALL)
                .matcher(readme());
        List<String> names = shown.results()
                .map(found -> found.group(1).getBytes(StandardCharsets.UTF_8))
                .map(file -> PolicyFiles.parse("README.md", file).policy().name())
                .toList();
        assertThat(names).containsExactly("payments", "refunds");
    }

    private static String line(String reason, String statuses, String articleNames) {
        return reason + " ends as [" + statuses + "], in the articles [" + articleNames + "]";
    }

    private static String statuses(Reason reason) {
        return reason.statuses().isEmpty()
                ? "–"
                : reason.statuses().stream().map(Status::code).collect(Collectors.joining(", "));
    }

    private static String names(String cell) {
        return Pattern.compile("`([a-z_]+)`")
                .matcher(cell)
                .results()
                .map((MatchResult m) -> m.group(1))
                .collect(Collectors.joining(" "));
    }

    private static String section(String heading) {
        String readme = readme();
        int from = readme.indexOf(heading);
        assertThat(from).as("the README has '%s'", heading).isNotNegative();
        int to = readme.indexOf("\n## ", from + 1);
        return to < 0 ? readme.substring(from) : readme.substring(from, to);
    }

    private static String readme() {
        try {
            return Files.readString(ROOT.resolve("README.md"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
