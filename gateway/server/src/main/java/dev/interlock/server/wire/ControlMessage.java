package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.schemas.Control;

/**
 * A stop or the lifting of one, as the stages take it.
 *
 * @param record the command
 * @param stop its scope as the core knows it
 * @param lifts whether it lifts the scope's stop instead of setting one
 */
public record ControlMessage(Control record, Stop stop, boolean lifts) {
    /** Names the command. */
    public String controlId() {
        return record.controlId();
    }

    /** The scope as text, such as {@code run:r-7} or {@code all}. */
    public String scope() {
        return Scopes.text(record.scope());
    }
}
