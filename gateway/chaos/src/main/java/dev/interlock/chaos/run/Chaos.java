package dev.interlock.chaos.run;

import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Played;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.audit.witness.Verdict;
import dev.interlock.broker.BrokerProcess;
import dev.interlock.broker.StartupException;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.cluster.Waiting;
import dev.interlock.chaos.run.Victim.Part;
import dev.interlock.chaos.script.AgentsMain;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.StopMarker;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.ScopeKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A broker, two gateways, two workers, a receiver and agents, each in a process of its own. Gateways, workers and broker are
 * killed and frozen for a while and runs are stopped; then all is brought up, left to settle, and judged.
 */
public final class Chaos {
    private static final int GATEWAYS = 2;
    private static final int WORKERS = 2;
    private static final int CALLS_AT_ONCE = 8;
    private static final int ACTIVE_RUNS = 24;
    private static final int MOST_STARTS = 4;
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration SESSION = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(90);
    private static final Duration LONGEST_LIVING_ON = Duration.ofSeconds(150);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(20);

    private final Path directory;
    private final Duration time;
    private final long seed;
    private final Consumer<String> progress;

    /**
     * Chaos to come.
     *
     * @param directory where logs and data are kept
     * @param time how long it disturbs
     * @param seed what the schedule and the scripts of the agents are made from
     * @param progress is told what is being done
     */
    public Chaos(Path directory, Duration time, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.time = time;
        this.seed = seed;
        this.progress = progress;
    }

    /** Runs it to the end, and ends all processes. */
    public ChaosReport run() {
        progress.accept("starting a broker");
        try (BrokerProcess broker = BrokerProcess.start(directory.resolve("broker"));
                Cluster cluster = Cluster.on(broker, "chaos", settings())) {
            cluster.separateReceiver();
            progress.accept("starting " + GATEWAYS + " gateways and " + WORKERS + " workers");
            List<Machine> machines = new ArrayList<>();
            List<Victim> victims =
                    new ArrayList<>(List.of(new Victim("broker", Part.BROKER, new BrokerVictim(broker))));
            for (int i = 1; i <= GATEWAYS; i++) {
                machines.add(cluster.gateway("gateway-" + i));
                victims.add(new Victim("gateway-" + i, Part.GATEWAY, machines.getLast()));
            }
            for (int i = 1; i <= WORKERS; i++) {
                machines.add(cluster.worker("worker-" + i, CALLS_AT_ONCE));
                victims.add(new Victim("worker-" + i, Part.WORKER, machines.getLast()));
            }
            machines.forEach(Machine::awaitReady);
            return disturb(cluster, machines, victims);
        }
    }

    private ChaosReport disturb(Cluster cluster, List<Machine> machines, List<Victim> victims) {
        Machine agents = cluster.agents(seed, ACTIVE_RUNS, time).awaitReady();
        Stops stops = new Stops(cluster, progress);
        Resolutions resolutions = new Resolutions(cluster, progress);
        Disturbances disturbances = new Disturbances(new Schedule(seed), victims, stops, resolutions, progress);
        progress.accept("disturbing for " + time.toSeconds() + " s");
        disturbances.during(time);

        progress.accept("all is up again, and settles");
        long began = System.nanoTime();
        machines.forEach(this::bringUp);
        Optional<String> done = heard(() -> agents.awaitLine(AgentsMain.DONE, LONGEST_LIVING_ON));
        boolean settled = settle(cluster);
        long settledMs = (System.nanoTime() - began) / 1_000_000;
        progress.accept(settled ? "settled" : "not settled within " + LONGEST_SETTLING.toSeconds() + " s");

        List<String> unended = cluster.record().unended();
        OptionalLong inForce = stopWhenIdle(cluster, stops);
        settle(cluster);
        Recording recording = cluster.record();
        Effects effects = cluster.effects();
        return new ChaosReport(
                seed,
                Verdict.of(recording, effects),
                new ChaosReport.Disturbed(
                        disturbances.kills(), disturbances.freezes(), disturbances.restarts(), stops.issued()),
                done.map(said -> Integer.parseInt(said.substring(AgentsMain.DONE.length()))),
                unended,
                settledMs,
                Verdict.onceUnknown(recording),
                Played.of(recording),
                effects.refused(),
                inForce);
    }

    /** A process that gives up on a cluster that comes back slowly is started again, as it is while it is disturbed. */
    private void bringUp(Machine machine) {
        for (int start = 1; !isUp(machine) && start < MOST_STARTS; start++) {
            machine.kill();
            machine.restart();
        }
    }

    private boolean isUp(Machine machine) {
        return heard(machine::awaitReady).isPresent() && machine.isAlive();
    }

    /** What a process said; if it does not, that is told, and what there is is judged all the same. */
    private <T> Optional<T> heard(Supplier<T> words) {
        try {
            return Optional.of(words.get());
        } catch (StartupException e) {
            progress.accept(e.getMessage());
            return Optional.empty();
        }
    }

    /** Whether nothing is to be said against anything, at once or after a while. */
    private static boolean settle(Cluster cluster) {
        return Waiting.until(() -> judge(cluster).isClean(), LOOK, LONGEST_SETTLING);
    }

    private static Verdict judge(Cluster cluster) {
        return Verdict.of(cluster.record(), cluster.effects());
    }

    /** The time from a stop of everything to its last marker, by the clock of the broker. */
    private static OptionalLong stopWhenIdle(Cluster cluster, Stops stops) {
        Position at = stops.stopAll();
        int partitions = 2 * Cluster.PARTITIONS;
        boolean all = Waiting.until(() -> markers(cluster.record()).size() == partitions, LOOK, LONGEST_STOP);
        Recording recording = cluster.record();
        long stopped = recording.on(at.topic()).stream()
                .filter(raw -> raw.at().equals(at))
                .findFirst()
                .orElseThrow()
                .timestampMs();
        return all
                ? OptionalLong.of(markers(recording).stream()
                                .mapToLong(marker -> marker.raw().timestampMs())
                                .max()
                                .orElseThrow()
                        - stopped)
                : OptionalLong.empty();
    }

    private static List<Seen<Dispatch>> markers(Recording recording) {
        return recording.dispatches().stream()
                .filter(seen -> DispatchType.MARKER.equals(seen.record().type())
                        && isOfAll(seen.record().stop()))
                .toList();
    }

    private static boolean isOfAll(StopMarker marker) {
        return ScopeKind.ALL.equals(marker.scope().kind());
    }

    private static Settings settings() {
        return Settings.chaotic(SESSION, TRANSACTION_TIMEOUT);
    }
}
