package dev.interlock.schemas;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret that keeps fingerprints from revealing predictable arguments. It is never printed. */
public final class FingerprintKey {
    private static final int MIN_SECRET = 16;
    private static final String ALGORITHM = "HmacSHA256";

    private final String id;
    private final SecretKeySpec secret;

    /**
     * A key.
     *
     * @param id name of the key, 1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-'; it stands in every fingerprint made with it
     * @param secret at least 16 bytes
     * @throws IllegalArgumentException if one is not so
     */
    public FingerprintKey(String id, byte[] secret) {
        if (!id.matches("[a-zA-Z0-9._-]{1,64}")) {
            throw new IllegalArgumentException("Fingerprint key id must be 1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-';"
                    + " it is: " + Excerpt.of(id, Limits.ID_LENGTH));
        }
        if (secret.length < MIN_SECRET) {
            throw new IllegalArgumentException(
                    "Secret of fingerprint key " + id + " must have at least 16 bytes; it has " + secret.length);
        }
        this.id = id;
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Name of the key. */
    public String id() {
        return id;
    }

    String hex(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HMAC-SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "FingerprintKey[id=" + id + "]";
    }
}
