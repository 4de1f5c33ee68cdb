package dev.interlock.server.control;

import dev.interlock.schemas.TopicDefinition;
import dev.interlock.server.config.GatewayConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** The gateway's topics on a cluster. Every question to the cluster ends after {@link #PATIENCE}. */
public final class TopicAdmin implements AutoCloseable {
    /** The longest wait for an answer of the cluster. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Admin admin;
    private final GatewayConfig.TopicSettings settings;
    private final List<TopicDefinition> definitions;

    private TopicAdmin(Admin admin, GatewayConfig.TopicSettings settings) {
        this.admin = admin;
        this.settings = settings;
        this.definitions = settings.topics().all();
    }

    /**
     * Connects to the cluster a configuration names.
     *
     * @throws ClusterException when the configuration names none that could be
     */
    public static TopicAdmin connect(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings settings) {
        Properties properties = new Properties();
        properties.putAll(cluster.client());
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis() / 2);
        try {
            return new TopicAdmin(Admin.create(properties), settings);
        } catch (KafkaException e) {
            throw new ClusterException("No client for " + cluster.bootstrapServers() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Creates the topics that are missing, and waits until the cluster lists them.
     *
     * @return the names of those created
     * @throws ClusterException when the cluster does not answer or refuses
     */
    public List<String> create() {
        Set<String> existing = existing();
        List<NewTopic> missing = definitions.stream()
                .filter(definition -> !existing.contains(definition.name()))
                .map(this::topic)
                .toList();
        List<String> created = new ArrayList<>();
        admin.createTopics(missing).values().forEach((name, future) -> {
            if (createdHere(name, future)) {
                created.add(name);
            }
        });
        awaitKnown(created);
        return created;
    }

    /** A broker answers for a new topic a little before all its parts know of it, and a check must not come in between. */
    private void awaitKnown(List<String> created) {
        long startedAt = System.nanoTime();
        while (!existing().containsAll(created)) {
            if (System.nanoTime() - startedAt > PATIENCE.toNanos()) {
                throw new ClusterException("The cluster created topics and did not list them within " + PATIENCE);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /**
     * Compares the topics with their definitions.
     *
     * @return the differences, each with the way to fix it; empty when all is well
     * @throws ClusterException when the cluster does not answer
     */
    public List<TopicProblem> check() {
        Set<String> existing = existing();
        List<TopicProblem> problems = new ArrayList<>();
        List<TopicDefinition> present = new ArrayList<>();
        for (TopicDefinition definition : definitions) {
            if (existing.contains(definition.name())) {
                present.add(definition);
            } else {
                problems.add(TopicProblem.missing(definition));
            }
        }
        List<String> names = present.stream().map(TopicDefinition::name).toList();
        Map<String, TopicDescription> described =
                answer("describing topics", admin.describeTopics(names).allTopicNames());
        Map<String, Config> configs = configs(names);
        for (TopicDefinition definition : present) {
            problems.addAll(TopicProblem.differences(
                    definition, settings, described.get(definition.name()), configs.get(definition.name())));
        }
        return problems;
    }

    @Override
    public void close() {
        admin.close(PATIENCE);
    }

    private Set<String> existing() {
        return answer("listing topics", admin.listTopics().names());
    }

    private Map<String, Config> configs(List<String> names) {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Config> configs = new HashMap<>();
        answer(
                        "describing topic configurations",
                        admin.describeConfigs(resources).all())
                .forEach((resource, config) -> configs.put(resource.name(), config));
        return configs;
    }

    private NewTopic topic(TopicDefinition definition) {
        Map<String, String> config = new HashMap<>(definition.config());
        config.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(settings.leastInSync()));
        return new NewTopic(definition.name(), settings.partitions(), settings.replication()).configs(config);
    }

    /** Another process may create the same topics at the same time. */
    private boolean createdHere(String name, KafkaFuture<Void> future) {
        try {
            answer("creating topic " + name, future);
            return true;
        } catch (ClusterException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw e;
        }
    }

    private static <T> T answer(String doing, KafkaFuture<T> future) {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ClusterException(
                    "The cluster failed " + doing + ": " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new ClusterException("The cluster did not answer within " + PATIENCE + " when " + doing, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted when " + doing, e);
        }
    }
}
