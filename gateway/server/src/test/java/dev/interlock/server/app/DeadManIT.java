package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Control;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.server.wire.Vigil;
import dev.interlock.server.wire.Watch;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Without a sign of life from an operator dispatching closes, writes first; with the next one it opens. */
class DeadManIT {
    private static final int WRITES_AFTER_MS = 2_000;
    private static final int READS_AFTER_MS = 5_000;
    private static final String ON =
            "dead_man: {writes_after_ms: %d, reads_after_ms: %d}".formatted(WRITES_AFTER_MS, READS_AFTER_MS);
    /** Each task of either stage. */
    private static final int TASKS = 2 * Bench.PARTITIONS;

    private final AtomicInteger executions = new AtomicInteger();
    private final Tool refund = new Tool(
            context -> ToolOutput.ok(Map.of("refund", executions.incrementAndGet())),
            (context, output) -> Verified.committed(1, false, Map.of("receipt", "r")));
    private final Tool look =
            new Tool(context -> ToolOutput.ok(Map.of("seen", 1)), (context, output) -> Verified.seen(1, false));

    /** Behind the broker's by more than the test adds to it, so that it alone says how old a sign is; moved by hand. */
    private final AtomicLong nowMs = new AtomicLong(System.currentTimeMillis() - 30_000);

    private int turn;

    @Test
    void silence_closesWritesThenReads_andASignOfLifeOpensBoth_eachJournaledInEveryTask() throws Exception {
        try (Bench bench = Bench.prepared(ON).with("refund", refund).with("look", look)) {
            bench.start(() -> Instant.ofEpochMilli(nowMs.get()));
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            isClosed(propose(agent, read(run)));

            alive(bench, "a1");
            awaitTurns(bench, "opened", TASKS);
            assertThat(propose(agent, read(run)).type()).isEqualTo("result");
            assertThat(propose(agent, write(run)).type()).isEqualTo("result");

            int closings = turns(bench, "closed");
            nowMs.addAndGet(WRITES_AFTER_MS);
            awaitTurns(bench, "closed", closings + TASKS);
            isClosed(propose(agent, write(run)));
            assertThat(propose(agent, read(run)).type()).isEqualTo("result");

            nowMs.addAndGet(READS_AFTER_MS - WRITES_AFTER_MS);
            awaitTurns(bench, "closed", closings + 2 * TASKS);
            isClosed(propose(agent, read(run)));
            assertThat(executions).hasValue(1);

            alive(bench, "a2");
            awaitTurns(bench, "opened", 2 * TASKS);
            assertThat(propose(agent, read(run)).type()).isEqualTo("result");
            assertThat(propose(agent, write(run)).type()).isEqualTo("result");
            assertThat(executions).hasValue(2);
            assertThat(closedChains(bench)).hasSize(TASKS).allSatisfy(chain -> followFromEachOther(bench, chain));
        }
    }

    @Test
    void aSignOfLifeThatIsTooOld_opensNothing() throws Exception {
        try (Bench bench = Bench.running(ON).with("look", look)) {
            long old = System.currentTimeMillis() - 2 * READS_AFTER_MS;
            bench.send(control(bench, "late", ",\"issued_at_ms\":" + old));
            bench.await(
                    bench.topics().journal(),
                    JournalEntry.class,
                    TASKS,
                    entry -> "alive".equals(entry.input().kind()) && "ignored".equals(entry.decision()));
            AgentClient agent = bench.agent();
            isClosed(propose(agent, read(agent.run("run-1", "agent-1"))));
        }
    }

    /** Each turn follows from what its entry names and from the turn before, and an opening names who gave the word. */
    private static void followFromEachOther(Bench bench, String chain) {
        List<JournalEntry> turns =
                bench.await(bench.topics().journal(), JournalEntry.class, 0, entry -> isTurn(entry, chain)).stream()
                        .sorted(Comparator.comparingLong(JournalEntry::seq))
                        .toList();
        Optional<Vigil> known = Optional.empty();
        for (JournalEntry turn : turns) {
            Watch watch = Watch.read(turn.input().facts().canonical().getBytes(StandardCharsets.UTF_8));
            known.ifPresent(vigil -> assertThat(watch.before()).isEqualTo(vigil));
            Vigil after = watch.after(turn.atMs());
            assertThat(after).isNotEqualTo(watch.before());
            assertThat(after.closed().isPresent()).isEqualTo(turn.decision().equals("closed"));
            assertThat(watch.sign().map(Control::by))
                    .isEqualTo(turn.decision().equals("closed") ? Optional.empty() : Optional.of("ann"));
            known = Optional.of(after);
        }
        assertThat(turns).hasSizeGreaterThan(3);
    }

    private static boolean isTurn(JournalEntry entry, String chain) {
        return entry.chain().equals(chain)
                && List.of("opened", "closed", "heard").contains(entry.decision());
    }

    private static void isClosed(Outcome outcome) {
        assertThat(outcome.type()).isEqualTo("denied");
        assertThat(outcome.reason()).isEqualTo("retry_too_early");
        assertThat(outcome.guard().name()).isEqualTo("dead_man");
        assertThat(outcome.retryAfterMs()).isEqualTo(WRITES_AFTER_MS);
    }

    private static Outcome propose(AgentClient agent, Proposal proposal) throws InterruptedException {
        return agent.propose(proposal, Bench.PATIENCE);
    }

    private Proposal read(AgentRun run) {
        turn++;
        return run.atTurn(turn).read("look", Map.of("n", turn)).build();
    }

    private Proposal write(AgentRun run) {
        turn++;
        return run.atTurn(turn)
                .write("refund", "refund-" + turn, Map.of("n", turn))
                .build();
    }

    private static void alive(Bench bench, String controlId) throws Exception {
        bench.send(control(bench, controlId, ""));
    }

    private static ProducerRecord<String, byte[]> control(Bench bench, String controlId, String more) {
        String json =
                "{\"type\":\"alive\",\"control_id\":\"%s\",\"by\":\"ann\",\"reason\":\"on watch\",\"valid_for_ms\":60000%s}"
                        .formatted(controlId, more);
        return new ProducerRecord<>(bench.topics().control(), controlId, json.getBytes(StandardCharsets.UTF_8));
    }

    private static void awaitTurns(Bench bench, String decision, int count) {
        bench.await(bench.topics().journal(), JournalEntry.class, count, entry -> turn(entry, decision));
    }

    private static int turns(Bench bench, String decision) {
        return entries(bench, decision).size();
    }

    private static List<String> closedChains(Bench bench) {
        return entries(bench, "closed").stream()
                .map(JournalEntry::chain)
                .distinct()
                .toList();
    }

    private static List<JournalEntry> entries(Bench bench, String decision) {
        return bench.await(bench.topics().journal(), JournalEntry.class, 0, entry -> turn(entry, decision));
    }

    private static boolean turn(JournalEntry entry, String decision) {
        return decision.equals(entry.decision()) && entry.chain().startsWith("part:");
    }
}
