package dev.interlock.server.wire;

import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
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

    /** Hash of the identity rule with the key's id: fingerprints are comparable only under the same one. */
    String rule() {
        return IdentityRule.NONE.hash() + ":" + key.map(FingerprintKey::id).orElse(PLAIN);
    }
}
