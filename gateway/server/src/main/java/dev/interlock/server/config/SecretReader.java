package dev.interlock.server.config;

import dev.interlock.schemas.FingerprintKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads secrets from where the configuration says they are; the file itself never holds one. */
public final class SecretReader {
    private SecretReader() {}

    /**
     * A secret's text, without white space around it.
     *
     * @param fields name the file or the variable of the environment that holds it
     * @throws ConfigurationException when they do not, or it cannot be read; it never shows a secret
     */
    public static String text(Fields fields) {
        Optional<String> file = fields.text("secret_file");
        Optional<String> variable = fields.text("secret_env");
        if (file.isPresent() == variable.isPresent()) {
            throw new ConfigurationException(
                    fields.path("secret_file"),
                    "must be there, or secret_env, and not both",
                    file.isPresent() ? "both" : "absent");
        }
        return text(fields, file, variable);
    }

    private static String text(Fields fields, Optional<String> file, Optional<String> variable) {
        return file.map(path -> content(fields, path))
                .orElseGet(() -> environment(fields, variable.orElseThrow()))
                .strip();
    }

    /** The key of fingerprints; empty when no key is named. */
    static Optional<FingerprintKey> read(Fields fields) {
        Optional<String> id = fields.text("key_id");
        Optional<String> file = fields.text("secret_file");
        Optional<String> variable = fields.text("secret_env");
        if (id.isEmpty() && file.isEmpty() && variable.isEmpty()) {
            return Optional.empty();
        }
        if (id.isEmpty() || file.isPresent() == variable.isPresent()) {
            throw new ConfigurationException(
                    fields.path("key_id"), "must stand with either secret_file or secret_env", id.orElse("absent"));
        }
        byte[] secret = text(fields, file, variable).getBytes(StandardCharsets.UTF_8);
        try {
            return Optional.of(new FingerprintKey(id.get(), secret));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(fields.path("key_id") + ": " + e.getMessage(), e);
        }
    }

    private static String content(Fields fields, String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException e) {
            throw new ConfigurationException(fields.path("secret_file") + ": must be readable, was " + path, e);
        }
    }

    private static String environment(Fields fields, String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new ConfigurationException(fields.path("secret_env"), "must be set in the environment", name);
        }
        return value;
    }
}
