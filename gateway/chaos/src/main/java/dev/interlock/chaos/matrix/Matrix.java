package dev.interlock.chaos.matrix;

import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Verdict;
import dev.interlock.broker.BrokerProcess;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.cluster.Waiting;
import dev.interlock.chaos.crash.Action;
import dev.interlock.chaos.crash.Traps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Plays cells one after the other on one broker, two gateways and two workers: whichever process comes to the point is hit.
 * What was found is looked at again when all have been played.
 */
public final class Matrix implements AutoCloseable {
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration SESSION = Duration.ofSeconds(3);
    /** Longer than a call may take, a transaction may stay open, and a silent process keeps its partitions. */
    private static final Duration FROZEN = Duration.ofMillis(8_000);

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LONGEST_WAY = Duration.ofSeconds(40);
    private static final Duration LONGEST_CELL = Duration.ofSeconds(30);

    private static final String POLICIES = """
        policies:
          plain:
            extends: balanced
            fallback: {timeout_ms: 6000, max_timeout_ms: 6000, skew_ms: 500, settle_delay_ms: 500}
          asked:
            extends: plain
            tools:
              pay: {timeout_ms: 6000, max_timeout_ms: 6000, skew_ms: 500, settle_delay_ms: 500, queryable: true,
                    max_queries: 5, query_backoff_ms: 500}
        assign:
          - {agent: asked-*, policy: asked}
        default_policy: plain
        """;

    private final BrokerProcess broker;
    private final Cluster cluster;
    private final Stage stage;
    private final Traps traps;
    private final List<Machine> machines = new ArrayList<>();
    private final Consumer<String> progress;

    private Matrix(BrokerProcess broker, Cluster cluster, Traps traps, Consumer<String> progress) {
        this.broker = broker;
        this.cluster = cluster;
        this.stage = new Stage(cluster);
        this.traps = traps;
        this.progress = progress;
    }

    /**
     * Starts what the cells are played on.
     *
     * @param broker the broker; it is killed and started again
     * @param progress is told what is being done
     */
    public static Matrix on(BrokerProcess broker, Consumer<String> progress) {
        Path set = broker.log().toAbsolutePath().resolveSibling("traps");
        try {
            Cluster.deleteTree(set);
            Files.createDirectories(set);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Settings settings = Settings.chaotic(SESSION, TRANSACTION_TIMEOUT)
                .withPolicies(POLICIES)
                .withTraps(set)
                .withWorker("session.timeout.ms", "2000");
        Matrix matrix =
                new Matrix(broker, Cluster.on(broker, "matrix", settings), new Traps(Optional.of(set)), progress);
        matrix.start();
        return matrix;
    }

    private void start() {
        cluster.separateReceiver();
        machines.add(cluster.gateway("gateway-1"));
        machines.add(cluster.gateway("gateway-2"));
        machines.add(cluster.worker("worker-1", 4));
        machines.add(cluster.worker("worker-2", 4));
        machines.forEach(Machine::awaitReady);
    }

    /**
     * Plays cells, and judges each and all of them. Those that kill the broker come first: the more it has to read when it
     * starts again, the likelier it answers meanwhile with what is no longer so.
     */
    public MatrixReport play(List<Cell> cells) {
        List<Cell> reached = new ArrayList<>();
        List<Cell> ordered = cells.stream()
                .sorted(Comparator.comparing(cell -> cell.action() != Action.BROKER))
                .toList();
        for (Cell cell : ordered) {
            long began = System.nanoTime();
            if (play(cell)) {
                reached.add(cell);
            }
            progress.accept("%s: %s, %d ms".formatted(cell, find(cell), (System.nanoTime() - began) / 1_000_000));
        }
        machines.forEach(Machine::awaitReady);
        Waiting.until(() -> judge().isClean(), LOOK, LONGEST_CELL);
        Recording recording = cluster.record();
        Effects effects = cluster.effects();
        return new MatrixReport(
                cells.stream()
                        .map(cell -> new CellResult(cell, reached.contains(cell), Stage.find(cell, recording, effects)))
                        .toList(),
                Verdict.of(recording, effects));
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Whether the point was reached. */
    private boolean play(Cell cell) {
        try {
            traps.set(cell.point(), cell.action(), cell.mark(), broker.pid());
            stage.begin(cell);
            boolean reached = Waiting.until(() -> traps.taken(cell.point()).isPresent(), LOOK, LONGEST_WAY);
            if (reached) {
                disturb(cell);
            }
            traps.release(cell.point());
            Waiting.until(() -> stage.follow(cell), LOOK, LONGEST_CELL);
            Waiting.until(() -> cell.expected().allows(find(cell)), LOOK, LONGEST_CELL);
            return reached;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void disturb(Cell cell) throws IOException {
        if (cell.action() == Action.BROKER) {
            broker.kill();
            broker.restart();
            return;
        }
        long pid = traps.taken(cell.point()).orElseThrow();
        Machine hit = machines.stream()
                .filter(machine -> machine.pid() == pid)
                .findFirst()
                .orElseThrow();
        if (cell.action() == Action.KILL) {
            if (!hit.awaitExit(LONGEST_WAY)) {
                throw new IllegalStateException("Process " + pid + " did not die at " + cell.point());
            }
            hit.restart();
        } else {
            hit.freeze();
            LockSupport.parkNanos(FROZEN.toNanos());
            hit.thaw();
        }
    }

    private Found find(Cell cell) {
        return Stage.find(cell, cluster.record(), cluster.effects());
    }

    private Verdict judge() {
        return Verdict.of(cluster.record(), cluster.effects());
    }
}
