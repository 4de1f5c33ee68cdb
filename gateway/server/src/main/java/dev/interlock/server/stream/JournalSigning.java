package dev.interlock.server.stream;

import dev.interlock.server.wire.JournalSigner;
import java.time.Duration;

/**
 * How the journal is signed.
 *
 * @param topic the journal
 * @param signer signs
 * @param every how often the entries since then get a head
 * @param round how often each chain that lives on gets a snapshot
 */
record JournalSigning(String topic, JournalSigner signer, Duration every, Duration round) {}
