package dev.interlock.audit.replay;

import dev.interlock.schemas.JournalEntry;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which entries are told of. What they rest on is decided again in any case.
 *
 * @param run the run whose entries, and whose operations' entries, are meant; empty for all
 * @param fromMs when an entry was taken up at the earliest; milliseconds since the epoch
 * @param toMs when it was taken up before; milliseconds since the epoch
 */
public record Selection(Optional<String> run, OptionalLong fromMs, OptionalLong toMs) {
    /** All entries. */
    public static final Selection ALL = new Selection(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** Whether an entry was taken up in the time meant. */
    boolean covers(JournalEntry entry) {
        return (fromMs.isEmpty() || entry.atMs() >= fromMs.getAsLong())
                && (toMs.isEmpty() || entry.atMs() < toMs.getAsLong());
    }
}
