package dev.interlock.server.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Scope;
import dev.interlock.server.config.Policies;
import dev.interlock.server.config.Ruling;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.Destination;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task of the run stage keeps of publications, and what it holds new runs to. */
class PublishedPoliciesTest {
    private static final Policy TIGHT = policy("tight", 3);
    private static final Policy WIDE = policy("wide", 30);
    private static final Policies CONFIGURED = new Policies(
            List.of(new Policies.Assignment(Pattern.compile("crm-.*"), Ruling.of(Presets.strict()))),
            Ruling.of(Presets.balanced()));

    @TempDir
    private Path directory;

    private final KeyValueStore<Bytes, byte[]> own = store("own");
    private final KeyValueStore<Bytes, byte[]> texts = store("texts");
    private long offset;

    @Test
    void newRunsAreHeldToWhatWasPublished_andElseToWhatIsConfigured() {
        Bench bench = new Bench();
        bench.publish("c1", "support-*", TIGHT);
        assertThat(bench.policies.forAgent("support-1").policy()).isEqualTo(TIGHT);
        assertThat(bench.policies.forAgent("crm-1").policy()).isEqualTo(Presets.strict());
        assertThat(bench.policies.forAgent("sales").policy()).isEqualTo(Presets.balanced());
    }

    @Test
    void whatIsPublishedForAllOthers_yieldsToWhatTheConfigurationSaysOfAnAgent() {
        Bench bench = new Bench();
        bench.publish("c1", null, TIGHT);
        assertThat(bench.policies.forAgent("sales").policy()).isEqualTo(TIGHT);
        assertThat(bench.policies.forOthers().policy()).isEqualTo(TIGHT);
        assertThat(bench.policies.forAgent("crm-1").policy()).isEqualTo(Presets.strict());
        bench.publish("c2", "*", WIDE);
        assertThat(bench.policies.forAgent("crm-1").policy()).isEqualTo(WIDE);
    }

    @Test
    void aTaskThatBeganAnewOnTheSameStores_knowsWhatWasPublished() {
        new Bench().publish("c1", "support-*", TIGHT);
        assertThat(new Bench().policies.forAgent("support-1")).isEqualTo(Ruling.of(TIGHT));
    }

    @Test
    void whatAPolicySaysOutsideTheCore_isKeptWithIt() {
        PolicyDocument whole =
                PolicyFiles.parse("p", """
                    name: p
                    extends: balanced
                    tools: {pay: {identity: [/id], sensitive: [/card]}}
                    rules: [{name: r, when: "call.turn > 3", then: deny, reason: late}]
                    """.getBytes(StandardCharsets.UTF_8)).document();
        new Bench().publish("c1", "support-*", whole);
        Ruling kept = new Bench().policies.forAgent("support-1");
        assertThat(kept.document()).isEqualTo(whole);
        assertThat(kept.hash()).isEqualTo(whole.hash());
    }

    @Test
    void aRunKeepsThePolicyItBeganWith_untilItIsForgotten_andOnlyThenThePolicyGoes() {
        Bench bench = new Bench();
        bench.publish("c1", "support-*", TIGHT);
        Ruling tight = bench.policies.forAgent("support-1");
        bench.begin(tight);
        bench.begin(tight);
        bench.publish("c2", "support-*", WIDE);
        bench.policies.end(tight.hash());
        assertThat(new Bench().policies.begunWith(tight.hash()).policy()).isEqualTo(TIGHT);
        bench.policies.end(tight.hash());
        assertThatThrownBy(() -> new Bench().policies.begunWith(tight.hash()))
                .hasMessageContaining("No policy " + tight.hash());
        assertThat(bench.policies.forAgent("support-1").policy()).isEqualTo(WIDE);
    }

    @Test
    void aPublishedPolicyWithoutRuns_staysAsLongAsItIsInForce_andGoesWhenItIsReplaced() {
        Bench bench = new Bench();
        bench.publish("c1", "support-*", TIGHT);
        bench.begin(bench.policies.forAgent("support-1"));
        bench.policies.end(PolicyDocument.of(TIGHT).hash());
        assertThat(bench.policies.forAgent("support-1").policy()).isEqualTo(TIGHT);
        bench.publish("c2", "support-*", WIDE);
        assertThat(texts.get(Stores.key(PolicyDocument.of(TIGHT).hash()))).isNull();
    }

    @Test
    void aConfiguredPolicyStays_soThatItIsNotShownAnewForEachRun() {
        Bench bench = new Bench();
        Ruling configured = bench.policies.forAgent("sales");
        bench.begin(configured);
        bench.policies.end(configured.hash());
        bench.begin(configured);
        assertThat(bench.written(Destination.LEDGER)).hasSize(1);
    }

    @Test
    void aPolicyThatWasKeptBeforeRunsWereCounted_isNeverDropped() {
        Bench bench = new Bench();
        PolicyDocument old = PolicyDocument.of(TIGHT);
        texts.put(Stores.key(old.hash()), old.bytes());
        bench.begin(Ruling.of(TIGHT));
        bench.policies.end(old.hash());
        bench.publish("c1", "support-*", WIDE);
        assertThat(new Bench().policies.begunWith(old.hash()).policy()).isEqualTo(TIGHT);
    }

    @Test
    void aPublication_isJournaled_andShownOnTheLedgerUnderItsHashAndUnderItsAgents() {
        Bench bench = new Bench();
        bench.publish("c1", "support-*", TIGHT);
        bench.publish("c2", "support-*", TIGHT);
        assertThat(bench.written(Destination.JOURNAL))
                .map(record -> RecordCodec.of(JournalEntry.class)
                        .decode(record.value())
                        .record())
                .satisfiesExactly(
                        entry -> {
                            assertThat(entry.decision()).isEqualTo("published");
                            assertThat(entry.input().origin()).isEqualTo(new Position("control", 0, 1L));
                            assertThat(entry.effects()).hasSize(2);
                        },
                        entry -> assertThat(entry.decision()).isEqualTo("ignored"));
        assertThat(bench.written(Destination.LEDGER))
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactly(Keys.ledgerPolicy(PolicyDocument.of(TIGHT).hash()), "publication:agent:support-*");
        assertThat(bench.written(Destination.LEDGER))
                .map(record -> RecordCodec.of(LedgerPolicy.class)
                        .decode(record.value())
                        .record())
                .allSatisfy(shown -> {
                    assertThat(shown.controlId()).isEqualTo("c1");
                    assertThat(shown.by()).isEqualTo("ann");
                    assertThat(shown.policy())
                            .isEqualTo(PolicyDocument.of(TIGHT).body());
                });
    }

    @Test
    void onePatternTooMany_isRefused_andWhatIsInForceStays() {
        Bench bench = new Bench();
        for (int i = 0; i < Publications.MOST; i++) {
            bench.publish("c" + i, "agent-" + i, TIGHT);
        }
        bench.publish("late", "agent-late", WIDE);
        assertThat(bench.written(Destination.DEAD_LETTERS)).hasSize(1);
        assertThat(bench.policies.forAgent("agent-late").policy()).isEqualTo(Presets.balanced());
        bench.publish("again", "agent-7", WIDE);
        assertThat(bench.policies.forAgent("agent-7").policy()).isEqualTo(WIDE);
    }

    private static Policy policy(String name, int calls) {
        String file = "name: " + name + "\nextends: balanced\nceilings: {calls: " + calls + "}\n";
        return PolicyFiles.parse(name, file.getBytes(StandardCharsets.UTF_8)).policy();
    }

    private static KeyValueStore<Bytes, byte[]> store(String name) {
        return org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore(name).get();
    }

    /** A task on the stores of this test, which begins with nothing in memory. */
    private final class Bench {
        private final MockProcessorContext<byte[], byte[]> context =
                new MockProcessorContext<>(new Properties(), new TaskId(1, 0), directory.toFile());

        {
            context.addStateStore(store(Names.RUN_INPUTS));
        }

        private final StageTask task = new StageTask(
                context,
                Names.DECIDE_RUN,
                "run",
                own,
                new Surroundings(
                        () -> Instant.ofEpochMilli(1_000),
                        new Partitions(1),
                        new Meters(new SimpleMeterRegistry(), InstantSource.system()),
                        1,
                        new Turns(),
                        Optional.empty(),
                        Optional.empty()));
        private final RunPolicies policies =
                new RunPolicies(task, CONFIGURED, new Publications(own), new KeptPolicies(texts, own));

        void begin(Ruling ruling) {
            policies.begin(ruling, task.outbox());
        }

        void publish(String controlId, String agents, Policy policy) {
            publish(controlId, agents, PolicyDocument.of(policy));
        }

        void publish(String controlId, String agents, PolicyDocument policy) {
            offset++;
            Control control = ControlBuilder.builder()
                    .type("publish_policy")
                    .controlId(controlId)
                    .by("ann")
                    .reason("test")
                    .scope(agents == null ? new Scope("all", null) : new Scope("agent", agents))
                    .policy(policy.body())
                    .build();
            Position origin = new Position("control", 0, offset);
            Position passed = new Position("run-control", 0, offset);
            Arrival arrival = new Arrival(passed, Optional.empty(), null, new byte[0], Optional.empty(), 1, 1_000);
            policies.publish(arrival, new Command.Publish(control, policy, origin));
        }

        List<Record<byte[], byte[]>> written(Destination to) {
            String sink = Names.sink(Names.DECIDE_RUN, to);
            return context.forwarded(sink).stream()
                    .map(forward -> forward.record())
                    .map(record -> new Record<byte[], byte[]>(record.key(), record.value(), record.timestamp()))
                    .toList();
        }
    }
}
