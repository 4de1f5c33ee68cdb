package dev.interlock.schemas;

/**
 * A hold that waits for a human.
 *
 * @param holdId names the hold in approve and reject
 * @param digest digest of the full call, volatile fields included
 * @param expiresAtMs when the hold is denied for want of an answer. Milliseconds since the epoch
 * @param call the call that is held; may be null
 */
public record HoldNotice(String holdId, String digest, long expiresAtMs, HeldCall call) {}
