package dev.interlock.server.config;

import dev.interlock.schemas.Topics;
import dev.interlock.server.wire.JournalSigner;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/** Reads what the journal is signed with. Messages never show a key. */
final class SigningReader {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final String KEY_ID = "[a-zA-Z0-9._-]{1,64}";
    private static final long EVERY_MS = 60_000;
    private static final long LEAST_MS = 100;
    private static final long MOST_MS = 86_400_000;
    /** Half the retention passes at most from one snapshot of a chain to the end of the next round, if that is as long. */
    private static final long ROUND_MS = Topics.JOURNAL_RETENTION.toMillis() / 4;

    private SigningReader() {}

    /** How the journal is signed; empty where nothing says so. */
    static Optional<Signing> read(Fields root) {
        if (!root.has("audit")) {
            return Optional.empty();
        }
        Fields audit = root.object("audit");
        Fields fields = audit.object("signing");
        String id = fields.requiredText("key_id");
        if (!id.matches(KEY_ID)) {
            throw new ConfigurationException(
                    fields.path("key_id"), "must be 1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-'", id);
        }
        JournalSigner signer = new JournalSigner(id, key(fields));
        Duration every = Duration.ofMillis(fields.integer("every_ms", EVERY_MS, LEAST_MS, MOST_MS));
        Duration round = Duration.ofMillis(fields.integer("snapshots_every_ms", ROUND_MS, LEAST_MS, ROUND_MS));
        fields.end();
        audit.end();
        return Optional.of(new Signing(signer, every, round));
    }

    private static PrivateKey key(Fields fields) {
        String pem = SecretReader.text(fields, "key_file", "key_env");
        if (!pem.startsWith(BEGIN) || !pem.endsWith(END)) {
            throw unusable(fields, "text that does not begin with " + BEGIN);
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(BEGIN.length(), pem.length() - END.length()));
            return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // The cause may quote what was read, and that may be half of a key.
            throw unusable(fields, "a key of another kind, or no key");
        }
    }

    private static ConfigurationException unusable(Fields fields, String found) {
        return new ConfigurationException(
                fields.path("key_file"),
                "must hold an Ed25519 key as 'openssl genpkey -algorithm ed25519' writes it",
                found);
    }
}
