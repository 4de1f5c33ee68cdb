package dev.interlock.audit.witness;

import dev.interlock.schemas.SignedRecord;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The keys whose signatures count. Safe for use by several threads. */
public final class PublicKeys {
    /** No keys: signatures are not looked at. */
    public static final PublicKeys NONE = new PublicKeys(List.of());

    private static final String ALGORITHM = "Ed25519";
    private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
    private static final String END = "-----END PUBLIC KEY-----";

    private final List<Named> keys;

    /**
     * A key.
     *
     * @param id the key id of the heads it counts for; empty for all
     * @param key the key
     */
    private record Named(Optional<String> id, PublicKey key) {}

    private PublicKeys(List<Named> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * These keys and one more.
     *
     * @param id the key id of the heads it counts for; empty for all
     * @param pem as {@code openssl pkey -pubout} writes it
     * @throws IllegalArgumentException if it is no Ed25519 key
     */
    public PublicKeys with(Optional<String> id, String pem) {
        List<Named> more = new ArrayList<>(keys);
        more.add(new Named(id, read(pem.strip())));
        return new PublicKeys(more);
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /** What is wrong with a signature; empty when nothing is, or there are no keys. */
    Optional<String> mistake(SignedRecord signed) {
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        List<Named> fitting = keys.stream()
                .filter(named -> named.id().isEmpty() || named.id().get().equals(signed.keyId()))
                .toList();
        if (fitting.isEmpty()) {
            return Optional.of("no public key was given for its key id " + signed.keyId());
        }
        return fitting.stream().anyMatch(named -> signs(named.key(), signed))
                ? Optional.empty()
                : Optional.of("its signature is not one of the key " + signed.keyId());
    }

    private static boolean signs(PublicKey key, SignedRecord signed) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            signature.update(signed.text().getBytes(StandardCharsets.UTF_8));
            return signature.verify(Base64.getDecoder().decode(signed.signature()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // What is no signature at all signs nothing.
            return false;
        }
    }

    private static PublicKey read(String pem) {
        if (!pem.startsWith(BEGIN) || !pem.endsWith(END)) {
            throw new IllegalArgumentException("it does not begin with " + BEGIN);
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(BEGIN.length(), pem.length() - END.length()));
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("it is no Ed25519 key: " + e.getMessage(), e);
        }
    }
}
