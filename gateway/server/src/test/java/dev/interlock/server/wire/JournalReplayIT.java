package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.RuleResult;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.server.app.Bench;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replay;
import dev.interlock.server.replay.Replayed;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal promises: its chains are whole, name all that was written, and replay to the same decisions. */
class JournalReplayIT {
    private static final RecordCodec<JournalEntry> CODEC = RecordCodec.of(JournalEntry.class);
    private static final Tool LOOK =
            new Tool(context -> ToolOutput.ok(Map.of("seen", 1)), (context, output) -> Verified.seen(1, false));
    private static final Tool REFUND = new Tool(
            context -> ToolOutput.ok(Map.of("refund", 1)),
            (context, output) -> Verified.committed(2, false, Map.of("receipt", "r-1")));

    private static final PolicyDocument WIDE =
            PolicyFiles.parse("wide", """
                name: wide
                extends: balanced
                ceilings: {calls: 30}
                tools:
                  look:
                    sensitive: [/token]
                    required_data: [/seen]
                    failure: {when: value.seen == 0, class: permanent, code: blind}
                  blink: {required_data: [/gone]}
                rules:
                  - {name: watched, when: "call.tool == 'look'", then: observe, reason: somebody wants to know}
                  - {name: look-first, when: "call.tool == 'blink' && run.succeeded['look'] < 1", then: deny, reason: look}
                """.getBytes(StandardCharsets.UTF_8)).document();

    /** In an argument that the contract calls sensitive. */
    private static final String SECRET = "hush-hush";

    private static final int OTHERS = 20;

    private static final String WATCHED = "dead_man: {writes_after_ms: 86400000, reads_after_ms: 86400000}";

    private final Map<String, List<Entry>> chains = new LinkedHashMap<>();

    private record Entry(JournalEntry record, byte[] bytes, Position at) {}

    @Test
    void chainsAreWhole_nameAllThatWasWritten_andReplayToTheSameDecisionsAndStates(@TempDir Path directory)
            throws Exception {
        try (Bench bench = Bench.running("default_policy: strict", WATCHED, signed(directory))
                .with("look", LOOK)
                .with("refund", REFUND)
                .with("blink", LOOK)) {
            live(bench);
            bench.stop();
            for (ConsumerRecord<String, byte[]> record :
                    bench.read(bench.topics().journal())) {
                if (!Keys.isChain(record.key())) {
                    continue;
                }
                chains.computeIfAbsent(record.key(), key -> new ArrayList<>())
                        .add(new Entry(
                                CODEC.decode(record.value()).record(),
                                record.value(),
                                new Position(record.topic(), record.partition(), record.offset())));
            }
            assertThat(chains.keySet())
                    .contains(
                            Keys.runChain("run-1"),
                            Keys.runChain("run-1~1"),
                            Keys.runChain("run-2"),
                            Keys.operationChain("op-1"));
            chains.values().forEach(JournalReplayIT::isWhole);
            linksAreTrue();
            allIsNamed(bench);
            nothingElseIsNamed();
            contractsAreTold();
            replays(bench);
            goOnFromSnapshots(bench);
        }
    }

    /** A journal with heads and snapshots more often than anybody needs them. */
    private static String signed(Path directory) throws Exception {
        byte[] key = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        Path file = Files.writeString(
                directory.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(key)
                        + "\n-----END PRIVATE KEY-----\n");
        return "audit: {signing: {key_id: k, key_file: '" + file + "', every_ms: 500, snapshots_every_ms: 1000}}";
    }

    /**
     * A read before any operator was heard, two runs, a write, its replay, three equal calls too many, runs that trigger each
     * other and one that nothing known triggered, a run that goes on from one that ended, a stop, and input that cannot be
     * read.
     */
    private static void live(Bench bench) throws Exception {
        AgentClient agent = bench.agent();
        Outcome closed = agent.propose(
                agent.run("run-0", "agent-0").read("look", Map.of("n", 1)).build(), Bench.PATIENCE);
        assertThat(closed.guard().name()).isEqualTo("dead_man");
        String alive =
                "{\"type\":\"alive\",\"control_id\":\"a\",\"by\":\"ann\",\"reason\":\"test\",\"valid_for_ms\":86400000}";
        bench.send(new ProducerRecord<>(bench.topics().control(), "a", alive.getBytes(StandardCharsets.UTF_8)));
        bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                2 * Bench.PARTITIONS,
                entry -> "opened".equals(entry.decision()));
        stopOthers(bench);
        publish(bench, "p-1", PolicyDocument.of(Presets.strict()));
        publish(bench, "p-2", PolicyDocument.of(Presets.strict()));
        publish(bench, "p-3", WIDE);
        AgentRun published = agent.run("run-6", "support-6");
        Outcome early = agent.propose(published.read("blink", Map.of()).build(), Bench.PATIENCE);
        assertThat(early.reason()).isEqualTo("policy_blocked");
        agent.propose(published.read("look", Map.of("n", 6, "token", SECRET)).build(), Bench.PATIENCE);
        Outcome unmet = agent.propose(published.read("blink", Map.of()).build(), Bench.PATIENCE);
        assertThat(unmet.reason()).isEqualTo("invalid_result");
        assertThat(unmet.error().field()).isEqualTo("value/gone");
        AgentRun one = agent.run("run-1", "agent-1");
        agent.propose(one.write("refund", "op-1", Map.of("n", 1)).build(), Bench.PATIENCE);
        bench.send(new ProducerRecord<>(bench.topics().proposals(), "run-1", new byte[] {'{'}));
        Outcome end = null;
        for (int turn = 2; end == null || !"terminal".equals(end.type()); turn++) {
            end = agent.propose(one.atTurn(turn).read("look", Map.of("n", 2)).build(), Bench.PATIENCE);
        }
        AgentRun three = agent.run("run-3", "agent-3").triggeredBy("op-1");
        agent.propose(three.write("refund", "op-3", Map.of("n", 3)).build(), Bench.PATIENCE);
        AgentRun four = agent.run("run-4", "agent-4").triggeredBy("op-3");
        agent.propose(four.read("look", Map.of("n", 4)).build(), Bench.PATIENCE);
        AgentRun five = agent.run("run-5", "agent-5").triggeredBy("op-of-nobody");
        Outcome unknown = agent.propose(five.read("look", Map.of("n", 5)).build(), Bench.PATIENCE);
        assertThat(unknown.error().field()).isEqualTo("caused_by.operation_id");
        String resume = "{\"type\":\"resume\",\"control_id\":\"r\",\"by\":\"ann\",\"reason\":\"test\","
                + "\"run_id\":\"run-1\",\"change\":\"strategy_changed\"}";
        bench.send(new ProducerRecord<>(bench.topics().control(), "r", resume.getBytes(StandardCharsets.UTF_8)));
        bench.await(bench.topics().journal(), JournalEntry.class, 1, entry -> "carried_over".equals(entry.decision()));
        AgentRun next = agent.run("run-1~1", "agent-1");
        agent.propose(next.write("refund", "op-1", Map.of("n", 1)).build(), Bench.PATIENCE);
        agent.finish(next.atTurn(2), "agent", Bench.PATIENCE);
        AgentRun two = agent.run("run-2", "agent-2");
        agent.propose(two.write("refund", "op-1", Map.of("n", 1)).build(), Bench.PATIENCE);
        String stop = "{\"type\":\"stop\",\"control_id\":\"s\",\"by\":\"ann\",\"reason\":\"test\","
                + "\"scope\":{\"kind\":\"agent\",\"id\":\"agent-2\"}}";
        bench.send(new ProducerRecord<>(bench.topics().control(), "s", stop.getBytes(StandardCharsets.UTF_8)));
        assertThat(agent.terminal("run-2", Bench.PATIENCE).reason()).isEqualTo("agent_stopped");
    }

    private static void publish(Bench bench, String controlId, PolicyDocument policy) throws Exception {
        String publish = """
            {"type":"publish_policy","control_id":"%s","by":"ann","reason":"test",\
            "scope":{"kind":"agent","id":"support-*"},"policy":%s}\
            """.formatted(controlId, policy.body().canonical());
        bench.send(new ProducerRecord<>(
                bench.topics().control(), Keys.PUBLICATIONS, publish.getBytes(StandardCharsets.UTF_8)));
        bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                Bench.PARTITIONS,
                entry -> "publish_policy".equals(entry.input().kind())
                        && entry.input().facts().toString().contains("\"control_id\":\"" + controlId + "\""));
    }

    /** Stops of what none of the runs has to do with. */
    private static void stopOthers(Bench bench) throws Exception {
        for (int i = 0; i < OTHERS; i++) {
            String stop = """
                {"type":"stop","control_id":"other-%d","by":"ann","reason":"test","scope":{"kind":"%s","id":"other-%d"}}\
                """.formatted(i, i % 2 == 0 ? "tool" : "agent", i);
            bench.queue(new ProducerRecord<>(bench.topics().control(), "other", stop.getBytes(StandardCharsets.UTF_8)));
        }
        bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                2 * Bench.PARTITIONS * OTHERS,
                entry -> "stopped".equals(entry.decision()));
    }

    /** However many stops are in force, an entry names those alone that its decision could rest on. */
    private void nothingElseIsNamed() {
        assertThat(chains.entrySet())
                .filteredOn(chain -> chain.getKey().startsWith("run:"))
                .flatExtracting(Map.Entry::getValue)
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(new String(entry.bytes(), StandardCharsets.UTF_8))
                        .doesNotContain("other-"));
    }

    /** What was evaluated outside the core stands in the journal; what the contract calls sensitive stands nowhere in it. */
    private void contractsAreTold() throws JsonProcessingException {
        List<Told> told = new ArrayList<>();
        for (Entry entry : chains.get(Keys.runChain("run-6"))) {
            CoreJson.read(entry.record().input().facts().node(), RunFacts.class)
                    .told()
                    .ifPresent(told::add);
        }
        assertThat(told)
                .anySatisfy(one ->
                        assertThat(one.rules()).extracting(RuleResult::rule).containsExactly("look-first"))
                .anySatisfy(one -> {
                    assertThat(one.rules()).extracting(RuleResult::rule).containsExactly("watched");
                    assertThat(one.args()).contains("{\"n\":6}");
                })
                .anySatisfy(one -> assertThat(one.unmet().map(Fault::field)).contains("value/gone"));
        assertThat(chains.values())
                .flatExtracting(chain -> chain)
                .allSatisfy(entry -> assertThat(new String(entry.bytes(), StandardCharsets.UTF_8))
                        .doesNotContain(SECRET));
    }

    private static void isWhole(List<Entry> chain) {
        String previous = ChainPosition.START.hash();
        long atMs = 0;
        for (int i = 0; i < chain.size(); i++) {
            JournalEntry entry = chain.get(i).record();
            assertThat(entry.seq()).isEqualTo(i + 1);
            assertThat(entry.prevHash()).isEqualTo(previous);
            assertThat(entry.atMs()).isGreaterThanOrEqualTo(atMs);
            previous = Sha256.of(chain.get(i).bytes());
            atMs = entry.atMs();
        }
    }

    private void linksAreTrue() {
        List<ChainHead> heads = chains.values().stream()
                .flatMap(List::stream)
                .map(entry -> entry.record().linkedHead())
                .filter(head -> head != null)
                .toList();
        assertThat(heads)
                .isNotEmpty()
                .allSatisfy(head -> assertThat(head.hash())
                        .isEqualTo(
                                head.seq() == 0
                                        ? ChainPosition.START.hash()
                                        : Sha256.of(chains.get(head.chain())
                                                .get((int) head.seq() - 1)
                                                .bytes())));
    }

    private void allIsNamed(Bench bench) {
        List<String> named = chains.values().stream()
                .flatMap(List::stream)
                .flatMap(entry -> entry.record().effects().stream())
                .map(JournalEffect::digest)
                .toList();
        Stream.of(
                        bench.topics().dispatches(),
                        bench.topics().operationDispatches(),
                        bench.topics().outcomes(),
                        bench.topics().stageRequests(),
                        bench.topics().stageAnswers(),
                        bench.topics().ledger())
                .flatMap(topic -> bench.read(topic).stream())
                .forEach(record -> assertThat(named)
                        .as("%s of %s", record.topic(), record.key())
                        .contains(Sha256.of(record.value())));
    }

    private void replays(Bench bench) {
        LedgerView ledger =
                new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE);
        Replay replay = new Replay(hash -> ledger.policy(hash).map(JournalReplayIT::document));
        List<Replayed> all = chains.values().stream()
                .flatMap(List::stream)
                .map(entry -> replay.take(new Recorded(entry.record(), entry.bytes(), entry.at())))
                .toList();
        assertThat(all)
                .allSatisfy(one ->
                        assertThat(one.difference()).as(one.recorded().name()).isEmpty());
        assertThat(all)
                .filteredOn(one -> !one.recorded().entry().chain().startsWith("part:"))
                .extracting(one -> one.getClass().getSimpleName())
                .containsOnly("OfRun", "OfOperation");
        Replayed.Written written = all.stream()
                .map(Replayed::written)
                .reduce(
                        Replayed.Written.NOTHING,
                        (one, other) ->
                                new Replayed.Written(one.derived() + other.derived(), one.untold() + other.untold()));
        assertThat(written.derived()).as("effects made again: " + written).isGreaterThanOrEqualTo(12);
        assertThat(all)
                .filteredOn(one -> one.recorded().entry().input().kind().equals("publish_policy"))
                .extracting(one -> one.recorded().entry().decision())
                .contains("published", "ignored");
        assertThat(chains.get(Keys.runChain("run-6")))
                .allSatisfy(entry -> assertThat(entry.record().policyHash()).isEqualTo(WIDE.hash()));
    }

    /** Each snapshot has the state that its entry names, and the entries behind it follow from that. */
    private void goOnFromSnapshots(Bench bench) {
        LedgerView ledger =
                new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE);
        List<ChainSnapshot> snapshots = bench.read(bench.topics().journal()).stream()
                .filter(record -> Keys.isSnapshot(record.key()))
                .map(record -> TopicRecords.snapshot(record.value()))
                .toList();
        assertThat(snapshots)
                .extracting(snapshot -> snapshot.chain().split(":")[0])
                .contains("run", "op", "part");
        for (ChainSnapshot snapshot : snapshots) {
            List<Entry> chain = chains.get(snapshot.chain());
            Entry own = chain.get((int) snapshot.seq() - 1);
            assertThat(snapshot.hash()).isEqualTo(Sha256.of(own.bytes()));
            if (snapshot.state() == null) {
                continue;
            }
            assertThat(Sha256.of(snapshot.state())).isEqualTo(own.record().stateHash());
            Replay replay = new Replay(hash -> ledger.policy(hash).map(JournalReplayIT::document));
            replay.start(snapshot);
            assertThat(chain.stream()
                            .skip(snapshot.seq())
                            .map(entry -> replay.take(new Recorded(entry.record(), entry.bytes(), entry.at()))))
                    .allSatisfy(one -> {
                        assertThat(one).isNotInstanceOf(Replayed.Missing.class);
                        assertThat(one.difference()).isEmpty();
                    });
        }
    }

    private static PolicyDocument document(LedgerPolicy kept) {
        try {
            return PolicyDocument.kept(kept.policy());
        } catch (JsonProcessingException e) {
            throw new AssertionError("The ledger has a policy that cannot be read", e);
        }
    }
}
