package dev.interlock.server.wire;

import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.ChainSnapshotBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.StrandHeadBuilder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;

/** Signs what stands in the journal beside entries with one Ed25519 key, which it shows nobody. Safe for use by several threads. */
public final class JournalSigner {
    private static final String ALGORITHM = "Ed25519";
    private static final RecordCodec<StrandHead> HEADS = RecordCodec.of(StrandHead.class);
    private static final RecordCodec<ChainSnapshot> SNAPSHOTS = RecordCodec.of(ChainSnapshot.class);

    private final String keyId;
    private final PrivateKey key;

    /**
     * A signer.
     *
     * @param keyId names the key in what is signed
     * @param key an Ed25519 key
     */
    public JournalSigner(String keyId, PrivateKey key) {
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
        return Outgoing.of(Destination.JOURNAL, key, HEADS.encode(head, Format.JSON), "head");
    }

    /** The same snapshot, signed. */
    public ChainSnapshot signed(ChainSnapshot snapshot) {
        ChainSnapshotBuilder named = ChainSnapshotBuilder.builder(snapshot).keyId(keyId);
        return named.signature(signature(named.build().text())).build();
    }

    /**
     * A signed snapshot as it is written to the journal.
     *
     * @param key of the partition of its chain
     */
    public static Outgoing outgoing(ChainSnapshot snapshot, String key) {
        return Outgoing.of(Destination.JOURNAL, key, SNAPSHOTS.encode(snapshot, Format.JSON), "snapshot");
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
