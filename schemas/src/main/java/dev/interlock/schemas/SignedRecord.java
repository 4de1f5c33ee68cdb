package dev.interlock.schemas;

/** A record of the journal that is signed by itself. */
public interface SignedRecord {
    /** What is signed, as UTF-8. */
    String text();

    /** Which key signed it. */
    String keyId();

    /** Ed25519 signature of the text, in Base64. */
    String signature();
}
