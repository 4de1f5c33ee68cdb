package dev.interlock.audit.explain;

import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.JournalEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries of several chains in one order: each behind the one before it in its chain, and behind the one of the other
 * stage that it says its input came from. Clocks of several machines decide only between those that nothing connects.
 */
final class Woven {
    private static final Comparator<Deque<Step>> EARLIEST = Comparator.comparingLong(
                    (Deque<Step> chain) -> entry(chain).atMs())
            .thenComparing(chain -> entry(chain).chain());

    private final Map<String, Deque<Step>> chains = new HashMap<>();

    private Woven() {}

    static List<Step> of(Collection<List<Step>> chains) {
        Woven woven = new Woven();
        chains.stream()
                .filter(chain -> !chain.isEmpty())
                .forEach(chain ->
                        woven.chains.put(chain.getFirst().recorded().entry().chain(), new ArrayDeque<>(chain)));
        return woven.order();
    }

    private List<Step> order() {
        List<Step> ordered = new ArrayList<>();
        while (!chains.isEmpty()) {
            // Where chains point at each other in a circle, somebody has altered them: the earliest goes first all the
            // same.
            Deque<Step> next = chains.values().stream()
                    .filter(chain -> !waits(entry(chain)))
                    .min(EARLIEST)
                    .orElseGet(() -> chains.values().stream().min(EARLIEST).orElseThrow());
            ordered.add(next.removeFirst());
            chains.values().removeIf(Deque::isEmpty);
        }
        return ordered;
    }

    /** Its input was written with the entry behind the head it names. */
    private boolean waits(JournalEntry entry) {
        ChainHead head = entry.linkedHead();
        if (head == null || !chains.containsKey(head.chain()) || head.chain().equals(entry.chain())) {
            return false;
        }
        return entry(chains.get(head.chain())).seq() <= head.seq() + 1;
    }

    private static JournalEntry entry(Deque<Step> chain) {
        return chain.getFirst().recorded().entry();
    }
}
