package dev.interlock.server.config;

import dev.interlock.server.wire.JournalSigner;
import java.time.Duration;

/**
 * How the journal is signed.
 *
 * @param signer signs
 * @param every how often the entries since then get a head
 * @param round how often each chain that lives on gets a snapshot
 */
public record Signing(JournalSigner signer, Duration every, Duration round) {}
