package dev.interlock.chaos.flood;

import dev.interlock.broker.BrokerProcess;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.cluster.Waiting;
import dev.interlock.chaos.witness.Recording;
import dev.interlock.schemas.Proposal;
import dev.interlock.worker.agent.AgentRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures how soon a stop of everything takes hold: of a gateway that has little to do, and of one that works off a
 * backlog. Each proposal is a read of a run of its own, and no worker answers, so all that was dispatched is in flight.
 */
public final class StopBench {
    private static final int TRICKLE_MS = 10;
    private static final int TRICKLED = 1_000;
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Path directory;
    private final Consumer<String> progress;

    /**
     * Measurements to come.
     *
     * @param directory where logs and data are kept
     * @param progress is told what is being done
     */
    public StopBench(Path directory, Consumer<String> progress) {
        this.directory = directory;
        this.progress = progress;
    }

    /** While a hundred proposals come in a second, and none waits. */
    public StopTimes idle() {
        return on("idle", cluster -> {
            cluster.gateway("gateway").awaitReady();
            Backlog backlog = new Backlog(cluster);
            AtomicInteger sent = new AtomicInteger();
            try (ScheduledExecutorService agents = Executors.newSingleThreadScheduledExecutor()) {
                agents.scheduleAtFixedRate(
                        () -> backlog.propose(read(sent.getAndIncrement())), 0, TRICKLE_MS, TimeUnit.MILLISECONDS);
                Waiting.forThis("dispatches", () -> dispatched(cluster) > TRICKLED, LOOK, PATIENCE);
                backlog.stopAll();
                Waiting.forThis("the report", () -> StopTimes.isReported(cluster.record()), LOOK, PATIENCE);
            }
            return ended(cluster, sent.get());
        });
    }

    /**
     * While it works off a backlog, a tenth of which has been judged.
     *
     * @param size proposals
     */
    public StopTimes behind(int size) {
        return on("backlog", cluster -> {
            Machine gateway = cluster.gateway("gateway").awaitReady();
            Backlog backlog = new Backlog(cluster);
            gateway.freeze();
            progress.accept("queueing " + size + " proposals");
            backlog.propose(size, StopBench::read);
            gateway.thaw();
            Waiting.forThis("a tenth of it", () -> dispatched(cluster) > size / 10, Duration.ofMillis(10), PATIENCE);
            progress.accept("stopping everything");
            backlog.stopAll();
            return ended(cluster, size);
        });
    }

    private StopTimes ended(Cluster cluster, int runs) {
        Waiting.forThis(
                "the report and the end of " + runs + " runs",
                () -> {
                    Recording recording = cluster.record();
                    return recording.ends().size() >= runs && StopTimes.isReported(recording);
                },
                LOOK,
                PATIENCE);
        return StopTimes.of(cluster.record());
    }

    private StopTimes on(String name, Function<Cluster, StopTimes> measured) {
        progress.accept("starting a broker and a gateway: " + name);
        try (BrokerProcess broker = BrokerProcess.start(directory.resolve(name));
                Cluster cluster = Cluster.on(broker, "stop-" + name, Settings.timeless())) {
            return measured.apply(cluster);
        }
    }

    private static Proposal read(int number) {
        return AgentRun.of("run-" + number, "agent")
                .read("look", Map.of("revision", 1))
                .proposalId("p1")
                .build();
    }

    private static long dispatched(Cluster cluster) {
        return cluster.written(cluster.connection().topics().dispatches()).values().stream()
                .mapToLong(end -> end)
                .sum();
    }
}
