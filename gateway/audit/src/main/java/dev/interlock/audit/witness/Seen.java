package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.WireRecord;

/**
 * A record as it stands on a topic, and what it says.
 *
 * @param raw as it stands there
 * @param record what it says
 */
public record Seen<T extends WireRecord>(Raw raw, T record) {
    /** Where it stands. */
    public Position at() {
        return raw.at();
    }

    @Override
    public String toString() {
        return at() + " " + record;
    }
}
