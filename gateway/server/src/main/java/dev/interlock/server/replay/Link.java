package dev.interlock.server.replay;

import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.server.wire.ChainPosition;
import java.util.Optional;

/** How the next entry of a chain hangs on those before it. */
final class Link {
    private ChainPosition position = ChainPosition.START;
    private ChainPosition forWrites = ChainPosition.START;
    private Optional<String> cut = Optional.empty();

    /** Where the chain stands, as the next entry must say. */
    ChainPosition position() {
        return position;
    }

    /** Where the chain stands, as what is written with the next entry says. */
    ChainPosition forWrites() {
        return forWrites;
    }

    boolean isBroken() {
        return cut.isPresent();
    }

    /** Whether an entry begins the chain, maybe again: what is forgotten may come anew. */
    boolean begins(Recorded recorded) {
        if (recorded.entry().seq() != 1) {
            return false;
        }
        at(ChainPosition.START);
        cut = Optional.empty();
        return true;
    }

    /** Whether the chain goes on from a snapshot: only where what came before it was not followed. */
    boolean start(ChainSnapshot snapshot) {
        boolean followed = cut.isEmpty() && position.seq() > 0;
        if (!followed) {
            at(new ChainPosition(snapshot.seq(), snapshot.hash(), snapshot.atMs()));
            cut = Optional.empty();
        }
        return !followed;
    }

    /** Why the state an entry was decided on is not known; empty where it is. */
    Optional<String> gap(Recorded recorded) {
        long expected = position.seq() + 1;
        if (cut.isEmpty() && recorded.entry().seq() != expected) {
            cut(
                    position.seq() == 0
                            ? "its chain begins with entry " + recorded.entry().seq()
                            : "entry " + expected + " of its chain is not there");
        }
        return cut;
    }

    /** What follows rests on this entry, unless it is not what was derived. */
    void follow(Recorded recorded, Optional<Difference> difference) {
        at(recorded.position());
        difference.ifPresent(found -> cut("entry " + recorded.entry().seq() + " of its chain differs"));
    }

    /** The entry stands in another chain, which is not followed here. */
    void standIn(Recorded recorded) {
        JournalEntry entry = recorded.entry();
        position = new ChainPosition(entry.seq() - 1, entry.prevHash(), 0);
    }

    void cut(String why) {
        cut = Optional.of(why);
    }

    private void at(ChainPosition where) {
        position = where;
        forWrites = where;
    }
}
