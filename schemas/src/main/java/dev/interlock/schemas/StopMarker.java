package dev.interlock.schemas;

/**
 * A stop or lift as it took effect in a partition.
 *
 * @param controlId the control record
 * @param type which command
 * @param scope what it applies to
 */
public record StopMarker(String controlId, String type, Scope scope) {}
