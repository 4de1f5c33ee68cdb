package dev.interlock.server.runtime.webhook;

import dev.interlock.server.config.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs a message as Standard Webhooks has it: an HMAC-SHA256 over id, time and body. */
final class Signature {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LEAST_BYTES = 24;
    private static final int MOST_BYTES = 64;

    private final SecretKeySpec key;

    private Signature(SecretKeySpec key) {
        this.key = key;
    }

    /**
     * Signs with a secret.
     *
     * @param field where the configuration names it
     * @throws ConfigurationException when it is none; the message does not show it
     */
    static Signature read(String field, String secret) {
        byte[] bytes = secret.startsWith(PREFIX) ? decoded(secret.substring(PREFIX.length())) : new byte[0];
        if (bytes.length < LEAST_BYTES || bytes.length > MOST_BYTES) {
            throw new ConfigurationException(
                    field,
                    "must hold " + PREFIX + " and the base64 of " + LEAST_BYTES + " to " + MOST_BYTES + " bytes",
                    "something else");
        }
        return new Signature(new SecretKeySpec(bytes, ALGORITHM));
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // The exception names characters of the secret; the refusal that follows does not.
            return new byte[0];
        }
    }

    /** The signature of a message as its header shows it. */
    String of(String id, long atSeconds, byte[] body) {
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes((id + "." + atSeconds + ".").getBytes(StandardCharsets.UTF_8));
        signed.writeBytes(body);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
        }
    }
}
