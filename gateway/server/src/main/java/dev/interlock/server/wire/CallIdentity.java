package dev.interlock.server.wire;

import dev.interlock.core.fact.Page;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.FingerprintKey;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How calls are told apart: by fingerprints, made with a secret where one is configured. What their tool's contract names is
 * left out of them, and else nothing.
 *
 * @param key the secret; empty makes fingerprints plain hashes
 * @param known further secrets, by which what was fingerprinted with them is compared; at most {@value #MOST_KNOWN}
 */
public record CallIdentity(Optional<FingerprintKey> key, List<FingerprintKey> known) {
    /** The most further secrets: each costs a fingerprint for every write. */
    public static final int MOST_KNOWN = 4;

    private static final String PLAIN = "-";
    private static final String PAGE = "page";
    private static final String CONTENT = "proposal";
    private static final String OF_KEY = ":";

    public CallIdentity {
        known = List.copyOf(known);
    }

    /** One secret, or none. */
    public CallIdentity(Optional<FingerprintKey> key) {
        this(key, List.of());
    }

    /** The identity that goes on with the key something was fingerprinted with; with this one's where that is unknown. */
    CallIdentity of(Optional<String> keyId) {
        if (keyId.equals(key.map(FingerprintKey::id))) {
            return this;
        }
        if (keyId.isEmpty()) {
            return new CallIdentity(Optional.empty(), known);
        }
        return known.stream()
                .filter(other -> other.id().equals(keyId.get()))
                .findFirst()
                .map(other -> new CallIdentity(Optional.of(other), known))
                .orElse(this);
    }

    /**
     * The fingerprints of a call with every key there is but the one used: what somebody else may have asked for the same
     * with.
     *
     * @param used the fingerprint that was made
     */
    public List<String> others(String tool, Json args, IdentityRule rule, String used) {
        if (key.isEmpty() && known.isEmpty()) {
            return List.of();
        }
        List<Optional<FingerprintKey>> keys = new ArrayList<>();
        keys.add(Optional.empty());
        key.ifPresent(one -> keys.add(Optional.of(one)));
        known.forEach(one -> keys.add(Optional.of(one)));
        return keys.stream()
                .map(one -> Fingerprint.of(tool, args, rule, one).toString())
                .filter(made -> !made.equals(used))
                .distinct()
                .toList();
    }

    /** The digest of what a proposal proposes: as hidden as its fingerprint, and with the id of the key in front. */
    String content(Json content) {
        Fingerprint made = Fingerprint.of(CONTENT, content, IdentityRule.NONE, key);
        return made.keyId().map(id -> id + OF_KEY + made.digest()).orElseGet(content::digest);
    }

    /** The key such a digest was made with. */
    static Optional<String> keyOfContent(String digest) {
        return Optional.of(digest.lastIndexOf(OF_KEY)).filter(at -> at > 0).map(at -> digest.substring(0, at));
    }

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
        return rule(rule.hash(), key.map(FingerprintKey::id));
    }

    static String rule(String hash, Optional<String> keyId) {
        return hash + ":" + keyId.orElse(PLAIN);
    }
}
