package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights of each role, as the script grants them and as the page shows them. */
class OpsAclsTest {
    private static final List<String> ROLES = List.of("agent", "worker", "gateway", "operator", "auditor", "admin");
    private static final String APPLICATION = "app";
    private static final List<TopicDefinition> TOPICS =
            Topics.withPrefix(Topics.DEFAULT_PREFIX).all();
    private static List<Right> rights;

    /**
     * One operation on one resource.
     *
     * @param pattern whether the name is literal or prefixed
     */
    private record Right(String role, String operation, String resource, String pattern, String name) {
        boolean isOnTopic(TopicDefinition topic) {
            return resource.equals("--topic") && pattern.equals("literal") && name.equals(topic.name());
        }
    }

    @BeforeAll
    static void readScript() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--application-id", APPLICATION));
        ROLES.forEach(role -> arguments.add(role + "=User:" + role));
        rights = new ArrayList<>();
        for (List<String> command : new OpsScript("acls.sh").commands(arguments.toArray(String[]::new))) {
            rights.addAll(rights(command));
        }
    }

    private static List<Right> rights(List<String> command) {
        assertThat(command).startsWith("kafka-acls.sh").contains("--add");
        String role = OpsScript.value(command, "--allow-principal").substring("User:".length());
        String pattern = command.contains("--resource-pattern-type")
                ? OpsScript.value(command, "--resource-pattern-type")
                : "literal";
        List<Right> found = new ArrayList<>();
        for (String resource : List.of("--topic", "--group", "--transactional-id", "--cluster")) {
            for (String name : OpsScript.values(command, resource)) {
                OpsScript.values(command, "--operation")
                        .forEach(operation -> found.add(new Right(role, operation, resource, pattern, name)));
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "proposals, agent gateway",
        "dispatches, gateway",
        "results, gateway worker",
        "operation-dispatches, gateway",
        "operation-results, gateway worker",
        "outcomes, gateway",
        "control, operator",
        "ledger, gateway",
        "journal, gateway",
        "dead-letters, gateway",
        "stage.requests, gateway",
        "stage.answers, gateway",
        "stage.run-control, gateway",
        "stage.operation-control, gateway",
    })
    void aTopic_isWrittenByThoseOfTheContractAlone(String channel, String writers) {
        assertThat(holders(topic(channel), "Write")).containsExactly(writers.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "proposals, auditor gateway operator",
        "dispatches, auditor operator worker",
        "results, auditor gateway operator",
        "operation-dispatches, auditor operator worker",
        "operation-results, auditor gateway operator",
        "outcomes, agent auditor gateway operator",
        "control, auditor gateway operator",
        "ledger, auditor operator",
        "journal, auditor operator",
        "dead-letters, auditor operator",
        "stage.requests, auditor gateway operator",
        "stage.answers, auditor gateway operator",
        "stage.run-control, auditor gateway operator",
        "stage.operation-control, auditor gateway operator",
    })
    void aTopic_isReadByThoseOfTheContractAlone(String channel, String readers) {
        assertThat(holders(topic(channel), "Read")).containsExactly(readers.split(" "));
    }

    @Test
    void theGatewayAndTheAdmin_seeTheConfigurationOfEveryTopic() {
        assertThat(TOPICS)
                .allSatisfy(
                        topic -> assertThat(holders(topic, "DescribeConfigs")).contains("gateway", "admin", "auditor"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Create", "AlterConfigs"})
    void theAdminAlone_createsAndConfiguresTopics(String operation) {
        assertThat(TOPICS)
                .allSatisfy(topic -> assertThat(holders(topic, operation)).containsExactly("admin"));
    }

    @Test
    void nobody_addsPartitionsDeletesOrRulesTheCluster() {
        assertThat(rights)
                .noneMatch(right -> Set.of("Alter", "Delete", "All", "ClusterAction", "IdempotentWrite")
                        .contains(right.operation()))
                .noneMatch(right -> right.resource().equals("--cluster"));
    }

    @Test
    void theGatewayAlone_writesTransactionsAndChangelogsOfItsApplication() {
        assertThat(rights.stream().filter(right -> right.resource().equals("--transactional-id")))
                .allMatch(right ->
                        right.pattern().equals("prefixed") && right.name().equals(APPLICATION + "-"))
                .filteredOn(right -> right.operation().equals("Write"))
                .extracting(Right::role)
                .containsExactly("gateway");
        assertThat(rights.stream()
                        .filter(right -> right.resource().equals("--topic")
                                && right.pattern().equals("prefixed")))
                .allMatch(
                        right -> right.role().equals("gateway") && right.name().equals(APPLICATION + "-"))
                .extracting(Right::operation)
                .contains("Create", "Read", "Write");
    }

    @Test
    void theGroupsOfARole_areItsOwn() {
        assertThat(rights.stream()
                        .filter(right -> right.resource().equals("--group")
                                && right.operation().equals("Read"))
                        .map(right -> right.role() + " " + right.pattern() + " " + right.name()))
                .containsExactlyInAnyOrder(
                        "agent prefixed interlock-agent-",
                        "worker prefixed interlock-worker-",
                        "gateway literal " + APPLICATION,
                        "gateway literal " + APPLICATION + "-runtimes",
                        "operator prefixed interlock-operator-",
                        "auditor prefixed interlock-auditor-");
    }

    @Test
    void thePage_showsWhatTheScriptGrants() throws IOException {
        Map<String, List<String>> shown = new LinkedHashMap<>();
        for (String line : Files.readAllLines(OpsScript.FOLDER.resolve("acls.md"))) {
            String[] cells = line.split("\\s*\\|\\s*", -1);
            if (cells.length == 8 && cells[1].matches("`[a-z.-]+`")) {
                shown.put(cells[1].replace("`", ""), List.of(cells).subList(2, 7));
            }
        }
        Map<String, List<String>> granted = new LinkedHashMap<>();
        for (TopicDefinition topic : TOPICS) {
            granted.put(
                    topic.channel(),
                    ROLES.subList(0, 5).stream()
                            .map(role -> access(role, topic))
                            .toList());
        }
        assertThat(shown).isEqualTo(granted);
    }

    private static String access(String role, TopicDefinition topic) {
        List<String> access = new ArrayList<>();
        if (holders(topic, "Read").contains(role)) {
            access.add("read");
        }
        if (holders(topic, "Write").contains(role)) {
            access.add("write");
        }
        return String.join(", ", access);
    }

    private static TopicDefinition topic(String channel) {
        return TOPICS.stream()
                .filter(topic -> topic.channel().equals(channel))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> holders(TopicDefinition topic, String operation) {
        Set<String> roles = new TreeSet<>();
        rights.stream()
                .filter(right -> right.isOnTopic(topic) && right.operation().equals(operation))
                .forEach(right -> roles.add(right.role()));
        return roles;
    }
}
