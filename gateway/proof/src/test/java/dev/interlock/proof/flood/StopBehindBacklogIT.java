package dev.interlock.proof.flood;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.flood.Backlog;
import dev.interlock.chaos.flood.StopPlace;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A stop of everything is written behind thousands of proposals that are still to be judged. */
class StopBehindBacklogIT {
    private static final int QUEUED = 20_000;
    /** What a gateway that starts lets go first does not grow with the queue either. */
    private static final int QUEUED_AT_START = 12_000;

    /** At most one proposal in so many is judged before the stop: measured are one in 25 to one in 40. */
    private static final int ONE_IN = 10;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Map<String, Integer> ARGS = Map.of("revision", 1);

    @Test
    void stopThatWaitsBehindABacklog_goesBeforeAlmostAllOfIt_whenAGatewayStarts() {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "stop-at-start", Settings.timeless())) {
            Backlog backlog = new Backlog(cluster);
            propose(backlog, QUEUED_AT_START);
            backlog.stopAll();
            cluster.gateway("gateway").awaitReady();

            assertThatTheStopGoesFirst(ended(cluster, QUEUED_AT_START), List.of(0L, 0L, 0L, 0L));
        }
    }

    @Test
    void stopThatComesWhileABacklogIsWorkedOff_goesBeforeAlmostAllThatIsLeft() {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "stop-in-between", Settings.timeless())) {
            Backlog backlog = new Backlog(cluster);
            Machine gateway = cluster.gateway("gateway").awaitReady();
            gateway.freeze();
            propose(backlog, QUEUED);
            gateway.thaw();
            Awaitility.await("it is in the middle of it")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> dispatched(cluster).stream().mapToLong(n -> n).sum() > QUEUED / 10);
            gateway.freeze();
            List<Long> before = dispatched(cluster);
            backlog.stopAll();
            gateway.thaw();

            Recording recording = ended(cluster, QUEUED);
            assertThatTheStopGoesFirst(recording, before);
            assertThatItsReportDoesNotWait(recording);
        }
    }

    private static void propose(Backlog backlog, int queued) {
        backlog.propose(
                queued,
                number -> AgentRun.of("run-" + number, "agent")
                        .read("look", ARGS)
                        .proposalId("p1")
                        .build());
    }

    /** The stop ends each run, those it came too late for as well. */
    private static Recording ended(Cluster cluster, int queued) {
        Awaitility.await("all runs have ended")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(3))
                .until(() -> cluster.record().ends().size() >= queued);
        return cluster.awaitSound();
    }

    /** How much stood on each partition of the dispatches at a time when nothing was being written. */
    private static List<Long> dispatched(Cluster cluster) {
        Map<Integer, Long> written =
                cluster.written(cluster.connection().topics().dispatches());
        return IntStream.range(0, Cluster.PARTITIONS).mapToObj(written::get).toList();
    }

    /** What one task counted stands among the ends of the runs of its partition, where these are still coming. */
    private static void assertThatItsReportDoesNotWait(Recording recording) {
        List<Seen<Outcome>> counts = recording.outcomes().stream()
                .filter(seen -> OutcomeType.CONTAINMENT.equals(seen.record().type()))
                .filter(seen ->
                        ContainmentPart.COUNT.equals(seen.record().containment().part()))
                .toList();
        int partition = counts.getFirst().at().partition();
        Seen<Outcome> count = counts.stream()
                .filter(seen -> seen.record().containment().task().equals("run-" + partition))
                .findFirst()
                .orElseThrow();
        List<Seen<Outcome>> ends = recording.ends().stream()
                .filter(seen -> seen.at().partition() == partition)
                .toList();
        long later = ends.stream()
                .filter(seen -> seen.at().offset() > count.at().offset())
                .count();
        System.out.println("[proof] runs that ended after the count: " + later + " of " + ends.size());
        assertThat(later * ONE_IN).isGreaterThan(ends.size());
    }

    private static void assertThatTheStopGoesFirst(Recording recording, List<Long> already) {
        List<StopPlace> places = StopPlace.in(recording, already);
        System.out.println("[proof] before the stop: " + places);
        assertThat(places).allSatisfy(place -> {
            assertThat(place.granted()).isEqualTo(place.withoutGap());
            assertThat(place.dispatched()).isEqualTo(place.granted());
            assertThat(place.dispatchedAfter()).isZero();
            assertThat(place.wentFirst() * ONE_IN).isLessThan(place.queued());
        });
    }
}
