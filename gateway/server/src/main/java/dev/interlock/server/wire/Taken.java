package dev.interlock.server.wire;

import java.util.Optional;

/**
 * A publication as a task took it up: all that its decision rests on.
 *
 * @param before what was kept about the same agents; empty when nothing was
 * @param publication what was published
 * @param atMs when it was taken up
 */
public record Taken(Optional<Publishing> before, Publication publication, long atMs) {}
