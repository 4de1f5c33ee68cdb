package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Outcome;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** A policy is published while runs are open: those keep theirs, new ones take the new one, on whatever instance. */
class PublishIT {
    private static final int RUNS = 6;
    private static final Policy ONE_CALL = policy("one-call", 1);
    private static final Policy TWO_CALLS = policy("two-calls", 2);
    private static final String[] CONFIGURED = {
        "policies: {three: {extends: balanced, ceilings: {calls: 3}, actions: {call_budget: deny}}}",
        "default_policy: three"
    };

    private final Tool look = Tool.reading(
            context -> ToolOutput.ok(Map.of("seen", context.dispatch().dispatchId())));

    @Test
    void runningRunsKeepTheirPolicy_andNewOnesTakeTheNew_overARestartAndOnASecondInstance() throws Exception {
        try (Bench bench = Bench.running(CONFIGURED).with("look", look)) {
            AgentClient agent = bench.agent();
            String configured = look(agent, "old-1", 1).policyHash();
            publish(bench, "c-1", "agent-*", ONE_CALL);
            assertThat(look(agent, "old-1", 2)).satisfies(outcome -> {
                assertThat(outcome.type()).isEqualTo("result");
                assertThat(outcome.policyHash()).isEqualTo(configured);
            });
            isHeldTo(agent, "new", 1, ONE_CALL);

            bench.stop();
            bench.start();
            isHeldTo(agent, "restarted", 1, ONE_CALL);
            assertThat(look(agent, "old-1", 3).policyHash()).isEqualTo(configured);
            assertThat(look(agent, "old-1", 4).reason()).isEqualTo("call_budget");

            bench.another();
            publish(bench, "c-2", "agent-*", TWO_CALLS);
            isHeldTo(agent, "shared", 2, TWO_CALLS);
            bench.stop();
            isHeldTo(agent, "second", 2, TWO_CALLS);
            assertThat(look(agent, "new-0", 3).policyHash()).isEqualTo(hash(ONE_CALL));
            namesTheVersionInEveryEntry(bench);
            showsWhatIsInForce(bench);
        }
    }

    @Test
    void aBadPolicy_leavesInForceWhatIs_andItsDeadLetterNamesFieldRuleAndValue() throws Exception {
        try (Bench bench = Bench.running(CONFIGURED).with("look", look)) {
            AgentClient agent = bench.agent();
            publish(bench, "c-1", "agent-*", ONE_CALL);
            String body = PolicyDocument.of(TWO_CALLS).body().canonical().replace("\"calls\":2", "\"calls\":-2");
            bench.send(command(bench, "c-2", "agent-*", body));
            DeadLetter letter = bench.await(bench.topics().deadLetters(), DeadLetter.class, 1, each -> true)
                    .getFirst();
            assertThat(letter.error().field()).isEqualTo("policy.ceilings.calls");
            assertThat(letter.error().rule()).startsWith("must be");
            assertThat(letter.error().value()).isEqualTo("-2");
            isHeldTo(agent, "after", 1, ONE_CALL);
        }
    }

    /** As many runs as it takes to meet every partition, each with its last call and one too many. */
    private static void isHeldTo(AgentClient agent, String name, int calls, Policy policy) throws InterruptedException {
        for (int run = 0; run < RUNS; run++) {
            for (int n = 1; n <= calls; n++) {
                Outcome let = look(agent, name + "-" + run, n);
                assertThat(let.type()).isEqualTo("result");
                assertThat(let.policyHash()).isEqualTo(hash(policy));
            }
            Outcome denied = look(agent, name + "-" + run, calls + 1);
            assertThat(denied.reason()).isEqualTo("call_budget");
            assertThat(denied.guard().policyHash()).isEqualTo(hash(policy));
        }
    }

    private static void namesTheVersionInEveryEntry(Bench bench) {
        List<JournalEntry> entries = bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                1,
                entry -> entry.chain().startsWith("run:second-"));
        assertThat(entries).allSatisfy(entry -> assertThat(entry.policyHash()).isEqualTo(hash(TWO_CALLS)));
    }

    private static void showsWhatIsInForce(Bench bench) {
        LedgerView ledger =
                new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE);
        assertThat(ledger.publications()).singleElement().satisfies(shown -> {
            assertThat(shown.scope().id()).isEqualTo("agent-*");
            assertThat(shown.policyHash()).isEqualTo(hash(TWO_CALLS));
            assertThat(shown.by()).isEqualTo("ann");
        });
        assertThat(ledger.policies(hash(ONE_CALL)))
                .singleElement()
                .extracting(LedgerPolicy::controlId)
                .isEqualTo("c-1");
    }

    private static void publish(Bench bench, String controlId, String agents, Policy policy) throws Exception {
        bench.send(command(
                bench, controlId, agents, PolicyDocument.of(policy).body().canonical()));
        bench.await(
                bench.topics().journal(),
                JournalEntry.class,
                Bench.PARTITIONS,
                entry -> "published".equals(entry.decision())
                        && entry.input().facts().toString().contains("\"control_id\":\"" + controlId + "\""));
    }

    private static ProducerRecord<String, byte[]> command(Bench bench, String controlId, String agents, String body) {
        String json = """
            {"type":"publish_policy","control_id":"%s","by":"ann","reason":"fewer calls",\
            "scope":{"kind":"agent","id":"%s"},"policy":%s}\
            """.formatted(controlId, agents, body);
        return new ProducerRecord<>(bench.topics().control(), Keys.PUBLICATIONS, json.getBytes(StandardCharsets.UTF_8));
    }

    private static Outcome look(AgentClient agent, String runId, int n) throws InterruptedException {
        AgentRun run = agent.run(runId, "agent-1").atTurn(n);
        return agent.propose(run.read("look", Map.of("n", n)).build(), Bench.PATIENCE);
    }

    private static String hash(Policy policy) {
        return PolicyDocument.of(policy).hash();
    }

    private static Policy policy(String name, int calls) {
        String file = "name: %s\nextends: balanced\nceilings: {calls: %d}\nactions: {call_budget: deny}\n"
                .formatted(name, calls);
        return PolicyFiles.parse(name, file.getBytes(StandardCharsets.UTF_8)).policy();
    }
}
