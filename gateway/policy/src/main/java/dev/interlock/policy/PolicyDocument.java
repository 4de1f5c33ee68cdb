package dev.interlock.policy;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.body.PolicyBody;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A policy as it is published, kept and shown: with every field, so that it says the same to whoever reads it, whatever the
 * presets of that version are. What a policy file may say beyond the core's policy one day stands in the same body: a
 * version that does not know it refuses the whole.
 *
 * @param policy what the core decides by
 * @param body the whole as JSON; its canonical form is the text that is carried
 * @param hash SHA-256 of the canonical form of the body, in hex
 */
public record PolicyDocument(Policy policy, Json body, String hash) {
    /** How it is called in the messages of its refusal. */
    private static final String CALLED = "policy";

    /** The document of a policy. */
    public static PolicyDocument of(Policy policy) {
        Json body = Json.of(PolicyCodec.tree(policy));
        return new PolicyDocument(policy, body, body.digest());
    }

    /**
     * Reads one that came from elsewhere. It is held to all that a policy file is held to.
     *
     * @throws PolicyException with all that is wrong with it
     */
    public static PolicyDocument read(Json body) {
        if (body.node().has(PolicyBody.EXTENDS)) {
            String found = body.node().get(PolicyBody.EXTENDS).asText();
            String rule = "must be left out where every field is there, for nothing is taken from elsewhere";
            throw new PolicyException(CALLED, List.of(new Problem(Place.START, PolicyBody.EXTENDS, rule, found)));
        }
        return of(PolicyFiles.parse(CALLED, bytes(body)).policy());
    }

    /** The text that is carried and kept, in UTF-8. */
    public byte[] bytes() {
        return bytes(body);
    }

    private static byte[] bytes(Json body) {
        return body.canonical().getBytes(StandardCharsets.UTF_8);
    }
}
