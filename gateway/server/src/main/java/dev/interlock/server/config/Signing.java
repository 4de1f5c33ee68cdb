package dev.interlock.server.config;

import dev.interlock.server.wire.HeadSigner;
import java.time.Duration;

/**
 * How the journal is signed.
 *
 * @param signer signs
 * @param every how often the entries since then get a head
 */
public record Signing(HeadSigner signer, Duration every) {}
