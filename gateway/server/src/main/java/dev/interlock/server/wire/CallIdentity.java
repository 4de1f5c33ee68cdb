package dev.interlock.server.wire;

import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How calls are told apart: by fingerprints, made with a secret where one is configured. Nothing is left out of them.
 *
 * @param key the secret; empty makes fingerprints plain hashes
 */
public record CallIdentity(Optional<FingerprintKey> key) {
    private static final String PLAIN = "-";

    /** The fingerprint of a call. */
    String fingerprint(String tool, Json args) {
        return Fingerprint.of(tool, args, IdentityRule.NONE, key).toString();
    }

    /**
     * The digest of a whole call, which a person approves: nothing is left out of it, whatever the fingerprint may leave
     * out, and what the call is done to is part of it.
     */
    String digest(String tool, String kind, String operationId, Json args) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("kind", kind);
        whole.put("operation_id", operationId);
        whole.put("args", args.canonical());
        return Fingerprint.of(tool, Json.of(whole), IdentityRule.NONE, key).digest();
    }

    /** Hash of the identity rule with the key's id: fingerprints are comparable only under the same one. */
    String rule() {
        return IdentityRule.NONE.hash() + ":" + key.map(FingerprintKey::id).orElse(PLAIN);
    }
}
