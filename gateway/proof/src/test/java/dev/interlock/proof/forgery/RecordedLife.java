package dev.interlock.proof.forgery;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.RawSender;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.script.Population;
import dev.interlock.chaos.script.Script;
import dev.interlock.chaos.witness.Recording;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.schemas.Symbols.ScopeKind;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
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

    private static final int SCRIPTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Map<String, Integer> ARGS = Map.of("revision", 1);

    private RecordedLife() {}

    /** Lives it, and returns what is on the topics at the end. Every promise is kept. */
    static Recording record() throws Exception {
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
            disturb(cluster.sender(), cluster.connection().topics());
            return cluster.awaitSound();
        }
    }

    private static void disturb(RawSender sender, Topics topics) {
        Proposal astray = AgentRun.of(ASTRAY, "agent").read("look", ARGS).build();
        for (int partition = 0; partition < Cluster.PARTITIONS; partition++) {
            sender.send(new ProducerRecord<>(
                            topics.proposals(),
                            partition,
                            ASTRAY.getBytes(StandardCharsets.UTF_8),
                            Forger.bytes(astray)))
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
        sender.send(topics.control(), "stop", Forger.bytes(stop)).join();
    }
}
