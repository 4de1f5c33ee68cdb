package dev.interlock.chaos.run;

import dev.interlock.chaos.run.Victim.Part;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Deals one card after the other to processes and runs. What happens is chosen by a seed; when it ends, by the clock. */
final class Disturbances {
    /** Longer than a transaction may stay open until a broker aborts it, and than a silent gateway keeps its place. */
    static final Duration STALL_GATEWAY = Duration.ofMillis(10_000);

    /** Longer than any call may take. */
    static final Duration STALL_WORKER = Duration.ofMillis(5_000);

    private static final int BRIEFLY_MS = 1_500;
    private static final int LONGEST_PAUSE_MS = 2_500;
    private static final int LONGEST_ABSENCE_MS = 1_000;
    private static final long LOOK_NANOS = 10_000_000;

    private final Random random;
    private final List<Victim> victims;
    private final Stops stops;
    private final Consumer<String> progress;
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(Comparator.comparingLong(Pending::atNanos));
    private final Deque<Card> deck = new ArrayDeque<>();
    private int kills;
    private int freezes;
    private int restarts;

    /**
     * Disturbances of some processes and of the runs.
     *
     * @param stops the way to issue stops
     * @param progress is told what is being done
     */
    Disturbances(Random random, List<Victim> victims, Stops stops, Consumer<String> progress) {
        this.random = random;
        this.victims = List.copyOf(victims);
        this.stops = stops;
        this.progress = progress;
    }

    /** What ends a disturbance, and when. */
    private record Pending(long atNanos, Runnable end) {}

    int kills() {
        return kills;
    }

    int freezes() {
        return freezes;
    }

    int restarts() {
        return restarts;
    }

    /** Disturbs for a while, and then lets everything run again. */
    void during(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        long next = System.nanoTime();
        while (System.nanoTime() - end < 0) {
            endThoseBefore(System.nanoTime());
            mend();
            if (System.nanoTime() - next >= 0) {
                deal();
                next = System.nanoTime()
                        + Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MS)).toNanos();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        endThoseBefore(Long.MAX_VALUE);
        mend();
    }

    private void endThoseBefore(long nanos) {
        while (!pending.isEmpty() && (nanos == Long.MAX_VALUE || pending.peek().atNanos() - nanos <= 0)) {
            pending.poll().end().run();
        }
    }

    /** A process that has given up is started again, as whatever looks after processes would do. */
    private void mend() {
        victims.stream().filter(Victim::hasEndedByItself).forEach(victim -> {
            progress.accept(victim + " has ended by itself");
            restart(victim);
        });
    }

    private void deal() {
        if (deck.isEmpty()) {
            deck.addAll(Card.deck(random));
        }
        Card card = deck.poll();
        int chance = random.nextInt(1_000_000);
        switch (card) {
            case KILL_GATEWAY -> on(Part.GATEWAY, chance, this::kill);
            case KILL_WORKER -> on(Part.WORKER, chance, this::kill);
            case KILL_BROKER -> on(Part.BROKER, chance, this::kill);
            case FREEZE_GATEWAY -> on(Part.GATEWAY, chance, victim -> freeze(victim, brief(chance)));
            case STALL_GATEWAY -> on(Part.GATEWAY, chance, victim -> freeze(victim, STALL_GATEWAY));
            case FREEZE_WORKER -> on(Part.WORKER, chance, victim -> freeze(victim, brief(chance)));
            case STALL_WORKER -> on(Part.WORKER, chance, victim -> freeze(victim, STALL_WORKER));
            case FREEZE_BROKER -> on(Part.BROKER, chance, victim -> freeze(victim, brief(chance)));
            case STOP_AGENT, STOP_RUN, STOP_TOOL -> stop(card, chance);
        }
    }

    /** One of those that are left alone just now; if there is none, nothing happens. */
    private void on(Part part, int chance, Consumer<Victim> deed) {
        List<Victim> up = victims.stream()
                .filter(victim -> victim.is(part) && victim.isUp())
                .toList();
        if (!up.isEmpty()) {
            deed.accept(up.get(chance % up.size()));
        }
    }

    private void kill(Victim victim) {
        progress.accept("kill " + victim);
        victim.kill();
        kills++;
        after(Duration.ofMillis(random.nextInt(LONGEST_ABSENCE_MS)), () -> restart(victim));
    }

    private void restart(Victim victim) {
        victim.restart();
        restarts++;
    }

    private void freeze(Victim victim, Duration time) {
        progress.accept("freeze " + victim + " for " + time.toMillis() + " ms");
        victim.freeze();
        freezes++;
        after(time, victim::thaw);
    }

    private void stop(Card card, int chance) {
        boolean reachable =
                victims.stream().filter(victim -> victim.is(Part.BROKER)).allMatch(Victim::isUp);
        if (reachable) {
            Optional<Runnable> lift = stops.issue(card, chance);
            lift.ifPresent(deed -> after(brief(chance), deed));
        }
    }

    private static Duration brief(int chance) {
        return Duration.ofMillis(1 + chance % BRIEFLY_MS);
    }

    private void after(Duration time, Runnable end) {
        pending.add(new Pending(System.nanoTime() + time.toNanos(), end));
    }
}
