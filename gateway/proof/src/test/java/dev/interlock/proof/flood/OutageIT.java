package dev.interlock.proof.flood;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.flood.Backlog;
import dev.interlock.core.outcome.Reason;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Symbols.Status;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The gateway is killed with thousands of calls out, and comes back when the time of each is over. What was answered in
 * time waits for it on the topics, in front of every sign that the time is over.
 */
class OutageIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(25);
    /** The time of a run counts from its decision, a commit before its dispatch stands on the topic. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    /** The time of the call is over when the gateway is back. */
    private static final String TIMED = "timed-";
    /** So is that of the whole run. */
    private static final String ENDING = "ending-";
    /** A write, arbitrated by the other stage. */
    private static final String WRITING = "writing-";
    /** A call that no worker answers: with these the deadline does what it is for. */
    private static final String UNHEARD = "unheard-";

    private static final Map<String, Integer> COUNTS = Map.of(TIMED, 1_000, ENDING, 1_000, WRITING, 500, UNHEARD, 20);
    private static final int ANSWERED = 2_500;
    private static final int SHOWN = 10;

    private static final Settings SETTINGS = Settings.timeless().withPolicies("""
        policies:
          timed:
            extends: balanced
            ceilings: {wall_clock_ms: 86400000}
            fallback: {timeout_ms: %1$d, max_timeout_ms: %1$d, skew_ms: 0, settle_delay_ms: 0}
          ending:
            extends: timed
            ceilings: {wall_clock_ms: %1$d}
        assign:
          - {agent: ending-*, policy: ending}
        default_policy: timed
        """.formatted(TIMEOUT.toMillis()));

    @Test
    void whatWasAnsweredInTimeDuringAnOutage_isNotLateBecauseTheGatewayWas() {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "outage", SETTINGS)) {
            Machine gateway = cluster.gateway("gateway").awaitReady();
            COUNTS.forEach((kind, count) -> new Backlog(cluster).propose(count, number -> proposal(kind, number)));
            await("all are dispatched", cluster, seen -> seen.executes().size() >= ANSWERED + COUNTS.get(UNHEARD));
            gateway.kill();

            cluster.worker("worker", 32).awaitReady();
            await("all are answered", cluster, seen -> seen.results().size() >= ANSWERED);
            Instant over = lastDeadline(cluster.record());
            await("the time of all is over", cluster, seen -> Instant.now().isAfter(over));
            gateway.restart();

            await("what was not answered is tried again", cluster, seen -> retried(seen) >= COUNTS.get(UNHEARD));
            await("the others are decided", cluster, seen -> seen.outcomes().size() >= ANSWERED + COUNTS.get(ENDING));
            assertThatNothingInTimeWasLate(cluster.awaitSound());
        }
    }

    private static Proposal proposal(String kind, int number) {
        AgentRun run = AgentRun.of(kind + number, kind + "agent");
        Map<String, Integer> args = Map.of("revision", 1);
        ProposalBuilder call = switch (kind) {
            case WRITING -> run.write("pay", "pay-" + number, args);
            case UNHEARD -> run.read("nobody", args);
            default -> run.read("look", args);
        };
        return call.proposalId("p1").build();
    }

    private static void await(String what, Cluster cluster, Predicate<Recording> reached) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> reached.test(cluster.record()));
    }

    private static Instant lastDeadline(Recording recording) {
        return Instant.ofEpochMilli(recording.executes().stream()
                .mapToLong(OutageIT::deadline)
                .max()
                .orElseThrow());
    }

    private static long deadline(Seen<Dispatch> seen) {
        return seen.raw().timestampMs() + seen.record().timeoutMs();
    }

    private static long retried(Recording recording) {
        return recording.executes().stream()
                .map(Seen::record)
                .filter(dispatch -> dispatch.runId().startsWith(UNHEARD) && dispatch.attempt() > 1)
                .count();
    }

    private static void assertThatNothingInTimeWasLate(Recording recording) {
        Set<String> inTime = inTime(recording);
        System.out.println("[proof] outage: in time were " + inTime.size() + " of " + ANSWERED);
        assertThat(inTime).hasSizeGreaterThan(ANSWERED / 2);
        Map<String, List<Outcome>> answers =
                recording.outcomes().stream().map(Seen::record).collect(Collectors.groupingBy(Outcome::runId));
        Map<String, Long> dispatches = recording.dispatches().stream()
                .collect(Collectors.groupingBy(seen -> seen.record().runId(), Collectors.counting()));
        assertThat(inTime.stream()
                        .filter(runId -> !isTaken(answers.getOrDefault(runId, List.of())))
                        .limit(SHOWN))
                .as("runs whose answer was not taken")
                .isEmpty();
        assertThat(inTime.stream().filter(runId -> dispatches.get(runId) > 1).limit(SHOWN))
                .as("runs whose call was tried again, asked about or cancelled")
                .isEmpty();
        assertThat(inTime.stream().filter(runId -> runId.startsWith(ENDING)))
                .as("runs whose own time was over too")
                .isNotEmpty()
                .allSatisfy(runId -> assertThat(answers.get(runId)).hasSize(2));
    }

    /** The result first, and then at most the end of the run with nothing in flight. */
    private static boolean isTaken(List<Outcome> answers) {
        return answers.stream()
                        .limit(1)
                        .anyMatch(first -> OutcomeType.RESULT.equals(first.type()) && Status.OK.equals(first.status()))
                && answers.stream()
                        .skip(1)
                        .allMatch(end -> Reason.DEADLINE.code().equals(end.reason())
                                && end.inFlight().isEmpty());
    }

    /** The runs whose call was executed and answered before its time was over, by the clock of the broker. */
    private static Set<String> inTime(Recording recording) {
        Map<String, Long> answered = recording.results().stream()
                .filter(seen -> seen.record().notExecuted() == null)
                .collect(Collectors.toMap(
                        seen -> seen.record().dispatchId(), seen -> seen.raw().timestampMs()));
        return recording.executes().stream()
                .filter(seen -> answered.getOrDefault(seen.record().dispatchId(), Long.MAX_VALUE)
                        < deadline(seen) - MARGIN.toMillis())
                .filter(seen -> seen.record().attempt() == 1)
                .map(seen -> seen.record().runId())
                .collect(Collectors.toSet());
    }
}
