package dev.interlock.server.wire;

import dev.interlock.schemas.Format;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.StrandHeadBuilder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;

/** Signs heads with one Ed25519 key, which it shows nobody. Safe for use by several threads. */
public final class HeadSigner {
    private static final String ALGORITHM = "Ed25519";
    private static final RecordCodec<StrandHead> CODEC = RecordCodec.of(StrandHead.class);

    private final String keyId;
    private final PrivateKey key;

    /**
     * A signer.
     *
     * @param keyId names the key in what is signed
     * @param key an Ed25519 key
     */
    public HeadSigner(String keyId, PrivateKey key) {
        this.keyId = keyId;
        this.key = key;
    }

    /** Which key it signs with. */
    public String keyId() {
        return keyId;
    }

    /** The same head, signed. */
    public StrandHead signed(StrandHead head) {
        StrandHeadBuilder named = StrandHeadBuilder.builder(head).keyId(keyId);
        return named.signature(signature(named.build().text())).build();
    }

    /**
     * A signed head as it is written to the journal.
     *
     * @param key of its partition
     */
    public static Outgoing outgoing(StrandHead head, String key) {
        return Outgoing.of(Destination.JOURNAL, key, CODEC.encode(head, Format.JSON), "head");
    }

    private String signature(String text) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A key that was read as one of Ed25519 signs", e);
        }
    }
}
