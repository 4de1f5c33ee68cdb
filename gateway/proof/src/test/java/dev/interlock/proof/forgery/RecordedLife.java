package dev.interlock.proof.forgery;

import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Recording;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.RawSender;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.script.Population;
import dev.interlock.chaos.script.Script;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.BudgetGrant;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ResumeChange;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.schemas.Topics;
import dev.interlock.schemas.WireRecord;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Some runs that end, one that does not, and what others write that is wrong: everything the judge has a check for. */
final class RecordedLife {
    /** A run that has a read and a write behind it, and has not ended. */
    static final String OPEN = "open";
    /** A run that the write of the open one triggered, with a read and a write, and one that its write triggered. */
    static final String TRIGGERED = "triggered";

    static final String TRIGGERED_NEXT = "triggered-next";
    /** A run whose first proposal stands on every partition, and belongs on one. */
    static final String ASTRAY = "astray";

    /** A run that ended and was resumed, with one call more in the run that goes on. */
    static final String RESUMED = "resumed";

    static final String NEXT = "resumed~1";

    /** A run with a read and a write that a person approved. */
    static final String HELD = "held";

    private static final int SCRIPTS = 8;
    private static final int TRIES = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Map<String, Integer> ARGS = Map.of("revision", 1);

    private RecordedLife() {}

    /** What is on the topics at the end, and what the receiver saw. */
    record Lived(Recording recording, Effects effects) {}

    /** Lives it. Every promise is kept. */
    static Lived record() throws Exception {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "witnessed", Settings.timeless())) {
            cluster.gateway("gateway").awaitReady();
            cluster.worker("worker", 4).awaitReady();
            AgentClient client = cluster.agent();
            Population.play(
                    SCRIPTS,
                    client,
                    "life-",
                    IntStream.range(0, SCRIPTS)
                            .mapToObj(number -> Script.of(1, number))
                            .toList());
            AgentRun open = client.run(OPEN, "agent");
            client.propose(open.read("look", ARGS).build(), PATIENCE);
            client.propose(open.nextTurn().write("pay", "pay", ARGS).build(), PATIENCE);
            AgentRun triggered = client.run(TRIGGERED, "agent").triggeredBy("pay");
            client.propose(triggered.write("pay", "pay-next", ARGS).build(), PATIENCE);
            client.propose(triggered.nextTurn().read("look", ARGS).build(), PATIENCE);
            AgentRun next = client.run(TRIGGERED_NEXT, "agent").triggeredBy("pay-next");
            client.propose(next.read("look", ARGS).build(), PATIENCE);
            resume(client, cluster.sender(), cluster.connection().topics());
            approve(client, cluster.sender(), cluster.connection().topics());
            disturb(cluster.sender(), cluster.connection().topics());
            return new Lived(cluster.awaitSound(), cluster.effects());
        }
    }

    private static void approve(AgentClient client, RawSender sender, Topics topics) throws InterruptedException {
        AgentRun held = client.run(HELD, "asked-1");
        List<Proposal> calls = List.of(
                held.read("look", ARGS).build(),
                held.nextTurn().write("pay", "pay-held", ARGS).build());
        for (Proposal call : calls) {
            HoldNotice hold = client.propose(call, PATIENCE).hold();
            Control approve = ControlBuilder.builder()
                    .type(ControlType.APPROVE)
                    .controlId("approve-" + hold.holdId())
                    .by("ann")
                    .reason("seen")
                    .runId(HELD)
                    .holdId(hold.holdId())
                    .digest(hold.digest())
                    .build();
            sender.send(topics.control(), HELD, bytes(approve)).join();
            client.afterPause(call, PATIENCE);
        }
    }

    /** Resumed, raised by a call, and resumed again in vain. */
    private static void resume(AgentClient client, RawSender sender, Topics topics) throws InterruptedException {
        AgentRun ended = client.run(RESUMED, "agent");
        client.propose(ended.read("look", ARGS).build(), PATIENCE);
        client.finish(ended.nextTurn(), "agent", PATIENCE);
        ControlBuilder command =
                ControlBuilder.builder().by("ann").reason("goes on").runId(RESUMED);
        for (String id : List.of("resume-1", "resume-2")) {
            Control resume = command.type(ControlType.RESUME)
                    .controlId(id)
                    .change(ResumeChange.STRATEGY_CHANGED)
                    .build();
            sender.send(topics.control(), RESUMED, bytes(resume)).join();
        }
        AgentRun next = client.run(NEXT, "agent");
        long left = until(client, next, told -> !"not_resumed_yet".equals(told.reason()));
        Control grant = command.type(ControlType.GRANT)
                .controlId("grant-1")
                .runId(NEXT)
                .change(null)
                .grants(List.of(new BudgetGrant("calls", TRIES)))
                .build();
        sender.send(topics.control(), RESUMED, bytes(grant)).join();
        until(client, next.atTurn(TRIES), told -> told.remaining().calls() >= left);
        client.finish(next.atTurn(3 * TRIES), "agent", PATIENCE);
    }

    /** Reads until that is so, and tells how many calls are left then. */
    private static long until(AgentClient client, AgentRun run, Predicate<Outcome> isSo) throws InterruptedException {
        for (int turn = run.turn(); turn < run.turn() + TRIES; turn++) {
            Outcome told = client.propose(
                    run.atTurn(turn).read("look", Map.of("revision", turn + 1)).build(), PATIENCE);
            if (isSo.test(told)) {
                return told.remaining().calls();
            }
        }
        throw new IllegalStateException("Not so after " + TRIES + " reads of " + run.runId());
    }

    private static void disturb(RawSender sender, Topics topics) {
        Proposal astray = AgentRun.of(ASTRAY, "agent").read("look", ARGS).build();
        for (int partition = 0; partition < Cluster.PARTITIONS; partition++) {
            sender.send(new ProducerRecord<>(
                            topics.proposals(), partition, ASTRAY.getBytes(StandardCharsets.UTF_8), bytes(astray)))
                    .join();
        }
        byte[] unreadable = "{".getBytes(StandardCharsets.UTF_8);
        sender.send(topics.proposals(), OPEN, unreadable).join();
        sender.send(topics.control(), "unreadable", unreadable).join();
        Control stop = ControlBuilder.builder()
                .type(ControlType.STOP)
                .controlId("stop")
                .by("ann")
                .reason("nobody has this tool")
                .scope(new Scope(ScopeKind.TOOL, "none"))
                .build();
        sender.send(topics.control(), "stop", bytes(stop)).join();
    }

    @SuppressWarnings("unchecked")
    private static <T extends WireRecord> byte[] bytes(T record) {
        return RecordCodec.of((Class<T>) record.getClass()).encode(record, Format.JSON);
    }
}
