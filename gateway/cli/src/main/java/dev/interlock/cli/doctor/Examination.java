package dev.interlock.cli.doctor;

import dev.interlock.schemas.TopicDefinition;
import dev.interlock.schemas.Topics;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.TopicAdmin;
import dev.interlock.server.control.TopicProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.TopicConfig;

/** All that is looked at. */
public final class Examination {
    private static final int PATIENCE_MS = 15_000;

    private Examination() {}

    /**
     * Looks at a cluster that answers.
     *
     * @param applicationId of the gateways
     */
    public static List<Finding> ofCluster(
            GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings settings, String applicationId) {
        Map<String, Object> properties = new HashMap<>(cluster.client());
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        List<Finding> findings = new ArrayList<>();
        try (Admin admin = Admin.create(properties)) {
            Cluster asked = new Cluster(admin);
            findings.addAll(asked.brokers(settings.replication()));
            List<Finding> topics = topics(cluster, settings);
            findings.addAll(topics);
            findings.addAll(new Rights(settings.topics()).of(asked));
            findings.addAll(new Group(applicationId).of(asked));
            if (topics.stream().noneMatch(finding -> finding.level() == Finding.Level.PROBLEM)) {
                findings.addAll(new Newest(settings).of(cluster));
                findings.add(new Clocks(datedByBrokers(settings.topics()), settings.partitions()).of(asked));
            }
        }
        return findings;
    }

    /**
     * Looks at the machine it runs on, as at one where agents run.
     *
     * @param places hosts and ports that only workers should reach
     */
    public static List<Finding> ofThisMachine(Map<String, String> environment, List<String> places) {
        List<Finding> findings = new ArrayList<>();
        findings.add(AgentHost.environment(environment));
        findings.addAll(AgentHost.reach(places));
        return findings;
    }

    private static List<Finding> topics(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings settings) {
        try (TopicAdmin topics = TopicAdmin.connect(cluster, settings)) {
            List<TopicProblem> problems = topics.check();
            if (problems.isEmpty()) {
                int count = settings.topics().all().size();
                return List.of(Finding.ok("topics", count + " topics are as they must be"));
            }
            return problems.stream()
                    .map(problem -> Finding.problem(
                            "topics",
                            problem.topic() + ": " + problem.field() + " must be " + problem.expected() + ", is "
                                    + problem.found(),
                            problem.fix()))
                    .toList();
        }
    }

    private static List<String> datedByBrokers(Topics topics) {
        return topics.all().stream()
                .filter(topic -> "LogAppendTime".equals(topic.config().get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)))
                .map(TopicDefinition::name)
                .toList();
    }
}
