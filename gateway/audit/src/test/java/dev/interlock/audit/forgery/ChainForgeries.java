package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.CHAIN_HASH;
import static dev.interlock.audit.witness.Fault.CHAIN_KEY;
import static dev.interlock.audit.witness.Fault.CHAIN_LINK;
import static dev.interlock.audit.witness.Fault.CHAIN_PARTITION;
import static dev.interlock.audit.witness.Fault.CHAIN_SEQ;
import static dev.interlock.audit.witness.Fault.CHAIN_TIME;

import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.Keys;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is done to the journal's chains. */
final class ChainForgeries {
    private ChainForgeries() {}

    static Stream<Forgery> all() {
        return Stream.of(
                Forgery.of("a number is left out", it -> changeLast(it, entry -> entry.seq(1_000)), CHAIN_SEQ),
                Forgery.of(
                        "another entry is named as the one before",
                        it -> changeLast(it, entry -> entry.prevHash("1".repeat(64))),
                        CHAIN_HASH),
                Forgery.of("an entry in the middle says something else", ChainForgeries::overwriteFirst, CHAIN_HASH),
                Forgery.of("an entry has another key", it -> move(it, 0, "run:other"), CHAIN_KEY),
                Forgery.of("an entry is on another partition", it -> move(it, 1, run()), CHAIN_PARTITION),
                Forgery.of("an entry is earlier than the one before", ChainForgeries::setBack, CHAIN_TIME),
                Forgery.of(
                        "the linked head is another entry",
                        it -> relink(it, head -> new ChainHead(head.chain(), head.seq(), "1".repeat(64))),
                        CHAIN_LINK),
                Forgery.of(
                        "the linked head is still to come",
                        it -> relink(it, head -> new ChainHead(head.chain(), 1_000, head.hash())),
                        CHAIN_LINK),
                Forgery.of(
                        "the linked head is of no chain",
                        it -> relink(it, head -> new ChainHead("run:nobody", head.seq(), head.hash())),
                        CHAIN_LINK),
                Forgery.of(
                        "the linked head is the beginning, and has a hash",
                        it -> relink(it, head -> new ChainHead(head.chain(), 0, head.hash())),
                        CHAIN_LINK));
    }

    private static String run() {
        return Keys.runChain(RecordedLife.OPEN);
    }

    private static void changeLast(Forger it, UnaryOperator<JournalEntryBuilder> change) {
        Seen<JournalEntry> last = it.chain(run()).getLast();
        it.change(last, change.apply(JournalEntryBuilder.builder(last.record())).build());
    }

    private static void overwriteFirst(Forger it) {
        Seen<JournalEntry> first = it.chain(run()).getFirst();
        it.overwrite(
                first,
                JournalEntryBuilder.builder(first.record()).coreVersion("other").build());
    }

    private static void setBack(Forger it) {
        List<Seen<JournalEntry>> chain = it.chain(run());
        long before = chain.get(chain.size() - 2).record().atMs();
        changeLast(it, entry -> entry.atMs(before - 1));
    }

    private static void move(Forger it, int partitions, String key) {
        Seen<JournalEntry> last = it.chain(run()).getLast();
        it.move(last.raw(), (last.at().partition() + partitions) % RecordedLife.PARTITIONS, key);
    }

    private static void relink(Forger it, UnaryOperator<ChainHead> change) {
        Seen<JournalEntry> linked = it.recording().journal().stream()
                .filter(entry -> entry.record().linkedHead() != null
                        && entry.record().linkedHead().seq() > 0)
                .findFirst()
                .orElseThrow();
        it.change(
                linked,
                JournalEntryBuilder.builder(linked.record())
                        .linkedHead(change.apply(linked.record().linkedHead()))
                        .build());
    }
}
