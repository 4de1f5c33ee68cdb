package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.words.PolicyText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The presets as files are the presets of the core. After a change of those, write the files anew:
 * {@code mvn -pl gateway/policy -am test -Dtest=PresetFilesTest -Dinterlock.write=true}.
 */
class PresetFilesTest {
    private static final Path FOLDER = Path.of("../../ops/policies");

    static List<PolicyDocument> presets() {
        return List.of(PolicyDocument.of(Presets.strict()), Standards.balanced());
    }

    @ParameterizedTest
    @MethodSource("presets")
    void theFileOfAPreset_saysWhatThePresetSaysAndNothingElse(PolicyDocument preset) throws IOException {
        Path path = FOLDER.resolve(preset.policy().name() + ".yaml");
        if (Boolean.getBoolean("interlock.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(path, PolicyText.of(head(preset), preset.tree()));
        }
        PolicyFile file = PolicyFiles.read(path.toString());
        assertThat(file.extended()).as("it is complete in itself").isEmpty();
        assertThat(file.document()).isEqualTo(preset);
        assertThat(file.hash()).isEqualTo(preset.hash());
        assertThat(Files.readString(path))
                .as("%s as it is written from the core; -Dinterlock.write=true writes it anew", path)
                .isEqualTo(PolicyText.of(head(preset), preset.tree()));
    }

    /** What is shadowed is what {@code interlock policy check} warns of. */
    private static String head(PolicyDocument preset) {
        return preset.policy().name().equals("strict")
                ? "strict: stops at the first sign of a loop. Copy it under another name, or extend it.\n"
                        + "In it A-B-A-B is found only where calls are made side by side: one after the other, three"
                        + " results without progress end the run first. A tool of which nothing is reported is refused"
                        + " only where its timeout is short: at 30 s for each of three tries the minute is over first."
                : "balanced: the default. It compares results as well as arguments, denies before it stops, and has"
                        + " high finite ceilings. Copy it under another name, or extend it.";
    }
}
