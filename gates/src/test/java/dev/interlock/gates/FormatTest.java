package dev.interlock.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatTest {
    @TempDir
    Path root;

    @Test
    void sources_areJavaFilesOutsideBuildOutput() throws IOException {
        write("gateway/src/main/java/B.java");
        write("gateway/src/main/java/A.java");
        write("gateway/src/main/resources/A.txt");
        write("gateway/target/generated-sources/C.java");

        assertThat(Format.sources(root))
                .containsExactly(
                        root.resolve("gateway/src/main/java/A.java"), root.resolve("gateway/src/main/java/B.java"));
    }

    private void write(String file) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "");
    }
}
