package dev.interlock.server.wire;

import dev.interlock.core.fact.Page;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How calls are told apart: by fingerprints, made with a secret where one is configured. What their tool's contract names is
 * left out of them, and else nothing.
 *
 * @param key the secret; empty makes fingerprints plain hashes
 */
public record CallIdentity(Optional<FingerprintKey> key) {
    private static final String PLAIN = "-";
    private static final String PAGE = "page";

    /** The fingerprint of a call. */
    String fingerprint(String tool, Json args, IdentityRule rule) {
        return Fingerprint.of(tool, args, rule, key).toString();
    }

    /** A page as the core compares it: digests that are hidden as fingerprints are. */
    Page page(CallFacts.Page page) {
        return new Page(hidden(page.series()), page.cursor().map(this::hidden).orElse(""));
    }

    private String hidden(String digest) {
        return Fingerprint.of(PAGE, Json.of(Map.of("digest", digest)), IdentityRule.NONE, key)
                .digest();
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
    String rule(IdentityRule rule) {
        return rule.hash() + ":" + key.map(FingerprintKey::id).orElse(PLAIN);
    }
}
