package dev.interlock.proof.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A file of the project.
 *
 * @param path where it is
 */
public record ProjectFile(Path path) {
    /** A file by its path from the root of the project; tests run in the directory of their module. */
    public static ProjectFile of(String name) {
        return new ProjectFile(Path.of("../..").resolve(name).normalize());
    }

    String text() throws IOException {
        return Files.readString(path);
    }

    List<String> lines() throws IOException {
        return Files.readAllLines(path);
    }

    /** What a YAML file says, merge keys merged. */
    public JsonNode yaml() throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new ObjectMapper().valueToTree(new Yaml(new SafeConstructor(options)).<Object>load(text()));
    }
}
