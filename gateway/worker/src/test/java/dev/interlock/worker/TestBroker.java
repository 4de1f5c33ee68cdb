package dev.interlock.worker;

import dev.interlock.broker.EmbeddedBroker;
import dev.interlock.schemas.TopicDefinition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/** The broker that all tests of this JVM share, with topics of its own for each who asks. */
public final class TestBroker {
    /** Few, so that a rebalance moves some and leaves some. */
    public static final int PARTITIONS = 2;

    private static final EmbeddedBroker BROKER = EmbeddedBroker.start();
    private static final Admin ADMIN =
            Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.bootstrapServers()));
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(TestBroker::stop));
    }

    private TestBroker() {}

    /** A connection to topics that nobody else uses. */
    public static Connection newTopics() {
        Connection connection =
                Connection.to(BROKER.bootstrapServers()).withTopicPrefix("test-" + PREFIXES.incrementAndGet() + ".");
        List<NewTopic> topics = connection.topics().all().stream()
                .filter(topic -> !topic.betweenStages())
                .map(TestBroker::topic)
                .toList();
        get(() -> ADMIN.createTopics(topics).all().get(30, TimeUnit.SECONDS));
        return connection;
    }

    /** For questions about groups. */
    public static Admin admin() {
        return ADMIN;
    }

    /** The value of a future of the admin client. */
    public static <T> T get(Answer<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static NewTopic topic(TopicDefinition definition) {
        return new NewTopic(definition.name(), PARTITIONS, (short) 1).configs(definition.config());
    }

    private static void stop() {
        ADMIN.close();
        BROKER.close();
    }

    /** Something that takes a while. */
    @FunctionalInterface
    public interface Answer<T> {
        T get() throws ExecutionException, TimeoutException, InterruptedException;
    }
}
