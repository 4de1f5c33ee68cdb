package dev.interlock.policy;

import dev.interlock.policy.body.PolicyBody;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.yaml.YamlReader;
import dev.interlock.schemas.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Policies by the name of a preset or of a file. */
public final class PolicyFiles {
    /** How a policy without a file is called in the messages of its refusal. */
    private static final String CALLED = "policy";

    private PolicyFiles() {}

    /**
     * The policy behind a name: a preset's, such as {@code strict} or {@code balanced}, or else a file's.
     *
     * @throws PolicyException with all that is wrong with the file, or when there is none
     */
    public static PolicyDocument load(String nameOrPath) {
        return Standards.named(nameOrPath).orElseGet(() -> read(nameOrPath).document());
    }

    /**
     * Reads a policy file.
     *
     * @throws PolicyException with all that is wrong with it, or when it cannot be read
     */
    public static PolicyFile read(String path) {
        return PolicyFile.parse(path, bytes(path));
    }

    /**
     * Reads the text of a policy file.
     *
     * @param file how the user calls the file
     * @throws PolicyException with all that is wrong with it
     */
    public static PolicyFile parse(String file, byte[] utf8) {
        return PolicyFile.parse(file, utf8);
    }

    /**
     * Reads the body of a policy that came from elsewhere. It is held to all that a policy file is held to, and every field
     * has to be there.
     *
     * @throws PolicyException with all that is wrong with it
     */
    public static PolicyDocument document(Json body) {
        if (body.node().has(PolicyBody.EXTENDS)) {
            String found = body.node().get(PolicyBody.EXTENDS).asText();
            String rule = "must be left out where every field is there, for nothing is taken from elsewhere";
            throw new PolicyException(CALLED, List.of(new Problem(Place.START, PolicyBody.EXTENDS, rule, found)));
        }
        return parse(CALLED, body.canonical().getBytes(StandardCharsets.UTF_8)).document();
    }

    /** What can be read of a file within the limit, and one byte more where there is more. */
    private static byte[] bytes(String path) {
        try (InputStream in = Files.newInputStream(Path.of(path))) {
            return in.readNBytes(YamlReader.MOST_BYTES + 1);
        } catch (IOException | InvalidPathException e) {
            Problem unreadable =
                    new Problem(Place.START, Problem.FILE, "must be a file that can be read, or a preset", reason(e));
            throw new PolicyException(path, List.of(unreadable));
        }
    }

    private static String reason(Exception e) {
        return e.getClass().getSimpleName().equals("NoSuchFileException") ? Problem.ABSENT : "not: " + e.getMessage();
    }
}
