package dev.interlock.schemas;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The digest of a call by which two calls are told to be the same.
 *
 * @param keyId the key it was made with; empty if it is a plain hash
 * @param identityRule hash of the identity rule it was made under
 * @param digest SHA-256 or HMAC-SHA-256 of tool and arguments, in hex
 */
public record Fingerprint(Optional<String> keyId, String identityRule, String digest) {
    private static final String DOMAIN = "interlock/fingerprint/v1";
    private static final Pattern TEXT =
            Pattern.compile("(?:sha256|hmac-sha256:([a-zA-Z0-9._-]{1,64})):([0-9a-f]{64}):([0-9a-f]{64})");

    /** What two fingerprints say about their calls. */
    public enum Comparison {
        /** The calls are the same. */
        SAME,
        /** The calls differ. */
        DIFFERENT,
        /** Nothing: rule or key changed between them. The answer is {@code identity_rule_changed}. */
        NOT_COMPARABLE
    }

    /**
     * The fingerprint of a call.
     *
     * @param tool tool name
     * @param args arguments
     * @param rule which fields to leave out
     * @param key the secret, if one is configured: a plain hash does not hide predictable arguments
     */
    public static Fingerprint of(String tool, Json args, IdentityRule rule, Optional<FingerprintKey> key) {
        // The canonical form has no NUL, so no two pairs of tool and arguments have the same text.
        String text = DOMAIN + '\0' + tool + '\0' + rule.stableForm(args);
        String digest = key.map(secret -> secret.hex(text)).orElseGet(() -> Sha256.hex(text));
        return new Fingerprint(key.map(FingerprintKey::id), rule.hash(), digest);
    }

    /**
     * Reads what {@link #toString} has written.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Fingerprint parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Not a fingerprint: " + Excerpt.of(text, Limits.ID_LENGTH));
        }
        return new Fingerprint(Optional.ofNullable(parts.group(1)), parts.group(2), parts.group(3));
    }

    /** Compares two fingerprints. */
    public Comparison compareWith(Fingerprint other) {
        if (!keyId.equals(other.keyId) || !identityRule.equals(other.identityRule)) {
            return Comparison.NOT_COMPARABLE;
        }
        return digest.equals(other.digest) ? Comparison.SAME : Comparison.DIFFERENT;
    }

    /** Algorithm, key id if there is one, hash of the identity rule and digest, with colons between. */
    @Override
    public String toString() {
        return keyId.map(id -> "hmac-sha256:" + id).orElse("sha256") + ":" + identityRule + ":" + digest;
    }
}
