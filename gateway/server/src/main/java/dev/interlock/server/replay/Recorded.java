package dev.interlock.server.replay;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Position;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.TopicRecords;
import java.nio.charset.StandardCharsets;

/**
 * An entry of the journal as it was recorded.
 *
 * @param entry what it says
 * @param bytes how it says it: a chain is linked by these
 * @param at where it stands
 */
public record Recorded(JournalEntry entry, byte[] bytes, Position at) {
    /**
     * Reads a record of the journal.
     *
     * @throws InvalidRecordException when it is no entry
     */
    public static Recorded read(byte[] bytes, Position at) {
        return new Recorded(TopicRecords.journalEntry(bytes), bytes, at);
    }

    /** Where its chain stands behind it. */
    ChainPosition position() {
        return new ChainPosition(entry.seq(), StateCodec.hash(bytes), entry.atMs());
    }

    /** As it was written: entries are JSON. */
    String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Such as {@code run:r-1 entry 3, journal-0@17}. */
    public String name() {
        return entry.chain() + " entry " + entry.seq() + ", " + at.topic() + "-" + at.partition() + "@" + at.offset();
    }
}
