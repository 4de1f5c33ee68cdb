package dev.interlock.chaos.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * What is dealt, drawn from a seed alone: each card with everything that chance has a say in, whether it is needed or not,
 * so that nothing that happens meanwhile changes what is dealt afterwards.
 */
final class Schedule {
    private static final int LONGEST_PAUSE_MS = 2_500;
    private static final int LONGEST_ABSENCE_MS = 1_000;
    private static final int LONGEST_BRIEFLY_MS = 1_500;
    private static final int CHOICES = 1_000_000;

    private final Random random;
    private final Deque<Card> deck = new ArrayDeque<>();

    Schedule(long seed) {
        this.random = new Random(seed);
    }

    /**
     * One card.
     *
     * @param card what happens
     * @param choice chooses among those it can happen to
     * @param absence how long who is killed stays away
     * @param briefly how long what is not to last lasts
     * @param pause how long it takes until the next
     */
    record Deal(Card card, int choice, Duration absence, Duration briefly, Duration pause) {}

    Deal next() {
        if (deck.isEmpty()) {
            deck.addAll(Card.deck(random));
        }
        return new Deal(
                deck.poll(),
                random.nextInt(CHOICES),
                Duration.ofMillis(random.nextInt(LONGEST_ABSENCE_MS)),
                Duration.ofMillis(1L + random.nextInt(LONGEST_BRIEFLY_MS)),
                Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MS)));
    }
}
