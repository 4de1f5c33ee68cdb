package dev.interlock.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.gates.SkippedTests.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
    @TempDir
    Path root;

    @Test
    void skippedTest_isExplainedOnlyIfItSaysNotRun() throws IOException {
        report("gateway/a/target/surefire-reports", "<skipped message=\"later\"/>");
        report("gateway/b/target/failsafe-reports", "<skipped message=\"Assumption failed: not run: no Docker\"/>");
        report("gateway/c/target/surefire-reports", "<skipped/>");
        report("gateway/d/target/surefire-reports", "");
        report("gateway/e/target/classes", "<skipped/>");

        List<Skipped> skipped = SkippedTests.below(root);

        assertThat(skipped).extracting(Skipped::isExplained).containsExactly(false, true, false);
        assertThat(skipped)
                .extracting(Skipped::toString)
                .containsExactly(
                        "dev.SomeTest.some_case (later)",
                        "dev.SomeTest.some_case (Assumption failed: not run: no Docker)",
                        "dev.SomeTest.some_case (no reason)");
    }

    private void report(String directory, String result) throws IOException {
        Path path = Files.createDirectories(root.resolve(directory));
        Files.writeString(path.resolve("TEST-dev.SomeTest.xml"), """
            <testsuite>
              <testcase name="some_case" classname="dev.SomeTest">%s</testcase>
            </testsuite>
            """.formatted(result));
    }
}
