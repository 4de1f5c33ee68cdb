package dev.interlock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.cli.doctor.Finding.Level;
import dev.interlock.schemas.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has to be found, each once with and once without it. */
class ExaminationTest {
    private final Topics topics = Topics.withPrefix("interlock.");
    private final List<AclBinding> acls = new ArrayList<>();

    /** As ops/acls.sh grants. */
    @BeforeEach
    void grantWhatEachRoleNeeds() {
        write("User:planner", topics.proposals());
        write("User:worker", topics.results());
        write("User:worker", topics.operationResults());
        write("User:ada", topics.control());
        for (String topic : List.of(
                topics.proposals(),
                topics.results(),
                topics.operationResults(),
                topics.dispatches(),
                topics.operationDispatches(),
                topics.outcomes(),
                topics.ledger(),
                topics.journal(),
                topics.deadLetters())) {
            write("User:gateway", topic);
        }
    }

    @Test
    void rightsAsTheyMustBe_areTold() {
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.OK);
            assertThat(finding.found()).contains("commands User:ada; dispatches User:gateway");
        });
    }

    @Test
    void whoProposes_mustNotCommand() {
        write("User:planner", topics.control());
        assertProblem("User:planner proposes and commands");
    }

    @Test
    void whoProposes_mustNotReportResults() {
        write("User:planner", topics.results());
        assertProblem("User:planner proposes and reports results");
    }

    @Test
    void whoReportsResults_mustNotCommand() {
        write("User:worker", topics.control());
        assertProblem("User:worker reports results and commands");
    }

    @Test
    void whatTheGatewayWrites_isWrittenByItAlone() {
        write("User:worker", topics.ledger());
        assertProblem("User:worker may write interlock.ledger, where only the gateway writes");
        acls.remove(acls.size() - 1);
        acls.add(granted("User:planner", "interlock.out", PatternType.PREFIXED, AclOperation.ALL));
        assertProblem("User:planner may write interlock.outcomes, where only the gateway writes");
    }

    @Test
    void rightsOfAnybody_areAProblem() {
        acls.add(granted("User:*", "*", PatternType.LITERAL, AclOperation.WRITE));
        assertProblem("User:* may write");
    }

    @Test
    void rightsToReadOrOnOtherTopics_areNone() {
        acls.add(granted("User:planner", topics.control(), PatternType.LITERAL, AclOperation.READ));
        acls.add(granted("User:planner", "interlock.controls", PatternType.LITERAL, AclOperation.WRITE));
        assertThat(found()).extracting(Finding::level).containsExactly(Level.OK);
    }

    @Test
    void transactions_mustBeOfTheSecondVersion() {
        assertThat(Cluster.transactions(Map.of("transaction.version", new FinalizedVersionRange((short) 2, (short) 2)))
                        .level())
                .isEqualTo(Level.OK);
        assertThat(Cluster.transactions(Map.of("transaction.version", new FinalizedVersionRange((short) 1, (short) 1)))
                        .level())
                .isEqualTo(Level.PROBLEM);
        assertThat(Cluster.transactions(Map.of()).level()).isEqualTo(Level.PROBLEM);
    }

    @Test
    void aRecordFromTheFuture_showsAClockThatIsBehind() {
        assertThat(Clocks.of(100_000, 99_500).level()).isEqualTo(Level.OK);
        assertThat(Clocks.of(100_000, 90_000)).satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.PROBLEM);
            assertThat(finding.found()).contains("10000 ms ahead");
        });
        assertThat(Clocks.of(-1, 90_000).level()).isEqualTo(Level.WARNING);
    }

    @Test
    void credentialsInTheEnvironmentOfAnAgent_areNamedAndNotShown() {
        Finding finding = AgentHost.environment(Map.of(
                "STRIPE_API_KEY", "rk_live_123", "HOME", "/home/agent", "DB", "postgres://u:p@h", "EMPTY_TOKEN", ""));
        assertThat(finding.level()).isEqualTo(Level.WARNING);
        assertThat(finding.found()).contains("STRIPE_API_KEY").doesNotContain("HOME", "EMPTY_TOKEN", "rk_live_123");
        assertThat(AgentHost.environment(Map.of("HOME", "/home/agent")).level()).isEqualTo(Level.OK);
    }

    @Test
    void aToolThatAnAgentReachesItself_isAProblem() throws IOException {
        String place;
        try (ServerSocket tool = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            place = "127.0.0.1:" + tool.getLocalPort();
            assertThat(AgentHost.reach(List.of(place)))
                    .extracting(Finding::level)
                    .containsExactly(Level.PROBLEM);
        }
        assertThat(AgentHost.reach(List.of(place))).extracting(Finding::level).containsExactly(Level.OK);
    }

    private void assertProblem(String found) {
        assertThat(found()).anySatisfy(finding -> {
            assertThat(finding.level()).isEqualTo(Level.PROBLEM);
            assertThat(finding.found()).isEqualTo(found);
            assertThat(finding.advice()).isNotEmpty();
        });
    }

    private List<Finding> found() {
        return new Rights(topics).of(acls);
    }

    private void write(String principal, String topic) {
        acls.add(granted(principal, topic, PatternType.LITERAL, AclOperation.WRITE));
    }

    private static AclBinding granted(String principal, String topic, PatternType type, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, type),
                new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
    }
}
