package dev.interlock.chaos.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** One thing that happens to a gateway, a worker, the broker, the runs or what they wrote. */
enum Card {
    KILL_GATEWAY(5),
    KILL_WORKER(4),
    KILL_BROKER(1),
    FREEZE_GATEWAY(1),
    /** Longer than its transactions live and its place in the group is kept. */
    STALL_GATEWAY(1),
    FREEZE_WORKER(1),
    /** Longer than its calls may take. */
    STALL_WORKER(1),
    FREEZE_BROKER(1),
    STOP_AGENT(1),
    STOP_RUN(1),
    STOP_CHAIN(1),
    /** It is lifted again. */
    STOP_TOOL(1),
    /** An unknown write is settled by hand. */
    RESOLVE(2);

    /** How often it is in a deck. */
    private final int times;

    Card(int times) {
        this.times = times;
    }

    /** All cards in an order of chance: in a deck nothing is left out. */
    static List<Card> deck(Random random) {
        List<Card> deck = new ArrayList<>();
        for (Card card : values()) {
            deck.addAll(Collections.nCopies(card.times, card));
        }
        Collections.shuffle(deck, random);
        return deck;
    }
}
