package dev.interlock.server.config;

import dev.interlock.schemas.FingerprintKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads secrets from where the configuration says they are; the file itself never holds one. */
public final class SecretReader {
    private static final String FILE = "secret_file";
    private static final String VARIABLE = "secret_env";

    private SecretReader() {}

    /**
     * A secret's text, without white space around it.
     *
     * @param fields name the file or the variable of the environment that holds it
     * @throws ConfigurationException when they do not, or it cannot be read; it never shows a secret
     */
    public static String text(Fields fields) {
        return text(fields, FILE, VARIABLE);
    }

    /**
     * The same where it is named otherwise.
     *
     * @param inFile the field that names a file
     * @param inVariable the field that names a variable of the environment
     */
    static String text(Fields fields, String inFile, String inVariable) {
        Optional<String> file = fields.text(inFile);
        Optional<String> variable = fields.text(inVariable);
        if (file.isPresent() == variable.isPresent()) {
            throw new ConfigurationException(
                    fields.path(inFile),
                    "must be there, or " + inVariable + ", and not both",
                    file.isPresent() ? "both" : "absent");
        }
        return file.map(path -> content(fields.path(inFile), path))
                .orElseGet(() -> environment(fields.path(inVariable), variable.orElseThrow()))
                .strip();
    }

    /** The key of fingerprints; empty when no key is named. */
    static Optional<FingerprintKey> read(Fields fields) {
        Optional<String> id = fields.text("key_id");
        Optional<String> file = fields.text(FILE);
        Optional<String> variable = fields.text(VARIABLE);
        if (id.isEmpty() && file.isEmpty() && variable.isEmpty()) {
            return Optional.empty();
        }
        if (id.isEmpty() || file.isPresent() == variable.isPresent()) {
            throw new ConfigurationException(
                    fields.path("key_id"), "must stand with either secret_file or secret_env", id.orElse("absent"));
        }
        byte[] secret = text(fields).getBytes(StandardCharsets.UTF_8);
        try {
            return Optional.of(new FingerprintKey(id.get(), secret));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(fields.path("key_id") + ": " + e.getMessage(), e);
        }
    }

    private static String content(String field, String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException e) {
            throw new ConfigurationException(field + ": must be readable, was " + path, e);
        }
    }

    private static String environment(String field, String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new ConfigurationException(field, "must be set in the environment", name);
        }
        return value;
    }
}
