package dev.interlock.server.stream;

import dev.interlock.server.wire.HeadSigner;
import java.time.Duration;

/**
 * How the journal is signed.
 *
 * @param topic the journal
 * @param signer signs
 * @param every how often the entries since then get a head
 */
record JournalSigning(String topic, HeadSigner signer, Duration every) {}
