package dev.interlock.chaos.run;

import dev.interlock.chaos.run.Victim.Part;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Deals one card after the other to processes and runs. What happens is chosen by a seed; when it ends, by the clock. */
final class Disturbances {
    /** Longer than a transaction may stay open until a broker aborts it, and than a silent gateway keeps its place. */
    static final Duration STALL_GATEWAY = Duration.ofMillis(10_000);

    /** Longer than any call may take. */
    static final Duration STALL_WORKER = Duration.ofMillis(5_000);

    private static final long LOOK_NANOS = 10_000_000;

    private final Schedule schedule;
    private final List<Victim> victims;
    private final Stops stops;
    private final Resolutions resolutions;
    private final Consumer<String> progress;
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(Comparator.comparingLong(Pending::atNanos));
    private int kills;
    private int freezes;
    private int restarts;

    /**
     * Disturbances of some processes and of the runs.
     *
     * @param schedule what happens to them
     * @param stops the way to issue stops
     * @param resolutions the way to settle by hand
     * @param progress is told what is being done
     */
    Disturbances(
            Schedule schedule, List<Victim> victims, Stops stops, Resolutions resolutions, Consumer<String> progress) {
        this.schedule = schedule;
        this.victims = List.copyOf(victims);
        this.stops = stops;
        this.resolutions = resolutions;
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
                Schedule.Deal deal = schedule.next();
                play(deal);
                next = System.nanoTime() + deal.pause().toNanos();
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

    private void play(Schedule.Deal deal) {
        switch (deal.card()) {
            case KILL_GATEWAY -> on(Part.GATEWAY, deal, victim -> kill(victim, deal.absence()));
            case KILL_WORKER -> on(Part.WORKER, deal, victim -> kill(victim, deal.absence()));
            case KILL_BROKER -> on(Part.BROKER, deal, victim -> kill(victim, deal.absence()));
            case FREEZE_GATEWAY -> on(Part.GATEWAY, deal, victim -> freeze(victim, deal.briefly()));
            case STALL_GATEWAY -> on(Part.GATEWAY, deal, victim -> freeze(victim, STALL_GATEWAY));
            case FREEZE_WORKER -> on(Part.WORKER, deal, victim -> freeze(victim, deal.briefly()));
            case STALL_WORKER -> on(Part.WORKER, deal, victim -> freeze(victim, STALL_WORKER));
            case FREEZE_BROKER -> on(Part.BROKER, deal, victim -> freeze(victim, deal.briefly()));
            case STOP_AGENT, STOP_RUN, STOP_CHAIN, STOP_TOOL -> stop(deal);
            case RESOLVE -> resolve(deal);
        }
    }

    /** The one that is drawn, or if it is not left alone just now, the next that is; if there is none, nothing happens. */
    private void on(Part part, Schedule.Deal deal, Consumer<Victim> deed) {
        List<Victim> all = victims.stream().filter(victim -> victim.is(part)).toList();
        IntStream.range(0, all.size())
                .mapToObj(i -> all.get((deal.choice() + i) % all.size()))
                .filter(Victim::isUp)
                .findFirst()
                .ifPresent(deed);
    }

    private void kill(Victim victim, Duration absence) {
        progress.accept("kill " + victim);
        victim.kill();
        kills++;
        after(absence, () -> restart(victim));
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

    private void stop(Schedule.Deal deal) {
        if (isReachable()) {
            Optional<Runnable> lift = stops.issue(deal.card(), deal.choice());
            lift.ifPresent(deed -> after(deal.briefly(), deed));
        }
    }

    private void resolve(Schedule.Deal deal) {
        if (isReachable()) {
            resolutions.resolve(deal.choice());
        }
    }

    private boolean isReachable() {
        return victims.stream().filter(victim -> victim.is(Part.BROKER)).allMatch(Victim::isUp);
    }

    private void after(Duration time, Runnable end) {
        pending.add(new Pending(System.nanoTime() + time.toNanos(), end));
    }
}
