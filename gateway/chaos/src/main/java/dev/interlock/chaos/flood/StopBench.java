package dev.interlock.chaos.flood;

import dev.interlock.broker.BrokerProcess;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Measures how soon a stop of everything takes hold: of a gateway that has little to do, of one that works off a
 * backlog, and of one with many open runs. Each proposal is a read of a run of its own, and no worker answers, so all that was dispatched is in flight.
 */
public final class StopBench {
    private static final int TRICKLED = 1_000;
    /** What comes in within a second: of a gateway that keeps up, fewer wait for their answer. */
    private static final int A_SECOND = 100;
    /** Not what tests start many short-lived gateways with: with the compiler that works run by run. */
    private static final List<String> GATEWAY = List.of("-Xmx512m");

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

    /** While a hundred proposals come in a second, once it keeps up with them: a gateway that has just started does not. */
    public StopTimes idle() {
        return on("idle", (cluster, meter) -> {
            cluster.gateway("gateway", GATEWAY).awaitReady();
            Backlog backlog = new Backlog(cluster);
            try (Trickle trickle = new Trickle(backlog)) {
                meter.await(
                        "a gateway that keeps up", () -> meter.dispatched() > TRICKLED && meter.waiting() < A_SECOND);
                progress.accept("stopping everything");
                backlog.stopAll();
                meter.await("the report", meter::isReported);
                return ended(meter, trickle.end());
            }
        });
    }

    /**
     * While it works off a backlog, a tenth of which has been judged.
     *
     * @param size proposals
     */
    public StopTimes behind(int size) {
        return on("backlog", (cluster, meter) -> {
            Machine gateway = cluster.gateway("gateway", GATEWAY).awaitReady();
            Backlog backlog = new Backlog(cluster);
            gateway.freeze();
            progress.accept("queueing " + size + " proposals");
            backlog.propose(size, Backlog::read);
            gateway.thaw();
            meter.await("a tenth of it", () -> meter.dispatched() > size / 10);
            progress.accept("stopping everything");
            backlog.stopAll();
            return ended(meter, size);
        });
    }

    /**
     * While many runs have a call in flight, and a hundred proposals more come in a second until the report is complete.
     *
     * @param runs runs
     */
    public StopTimes open(int runs) {
        return on("open", (cluster, meter) -> {
            cluster.gateway("gateway", GATEWAY).awaitReady();
            Backlog backlog = new Backlog(cluster);
            progress.accept("letting " + runs + " runs begin");
            backlog.propose(runs, number -> Backlog.read(-1 - number));
            meter.await("their calls", () -> meter.dispatched() >= runs);
            progress.accept("stopping everything");
            backlog.stopAll();
            try (Trickle trickle = new Trickle(backlog)) {
                meter.await("the report", meter::isReported);
                return ended(meter, runs + trickle.end());
            }
        });
    }

    private StopTimes ended(StopMeter meter, int runs) {
        meter.await("the report and the end of " + runs + " runs", () -> meter.ended() >= runs && meter.isReported());
        return meter.times(runs);
    }

    private StopTimes on(String name, BiFunction<Cluster, StopMeter, StopTimes> measured) {
        progress.accept("starting a broker and a gateway: " + name);
        try (BrokerProcess broker = BrokerProcess.start(directory.resolve(name));
                Cluster cluster = Cluster.on(broker, "stop-" + name, Settings.timeless());
                StopMeter meter = new StopMeter(cluster.connection())) {
            return measured.apply(cluster, meter);
        }
    }
}
