package dev.interlock.audit.witness;

import dev.interlock.schemas.Position;

/** A record of the gateway that cannot be read. */
final class UnreadableException extends RuntimeException {
    private final Position at;

    UnreadableException(Position at, Exception cause) {
        super(cause.getMessage(), cause);
        this.at = at;
    }

    /** Where it stands. */
    Position at() {
        return at;
    }
}
