package dev.interlock.chaos.cluster;

import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.TopicReader;
import dev.interlock.audit.witness.Witness;
import dev.interlock.broker.BrokerProcess;
import dev.interlock.broker.JvmCommand;
import dev.interlock.chaos.script.AgentsMain;
import dev.interlock.server.app.GatewayMain;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.TopicAdmin;
import dev.interlock.worker.Connection;
import dev.interlock.worker.agent.AgentClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics on a broker, and the processes that work on them. What these write to standard output, their configuration and
 * their stores are kept in a directory.
 */
public final class Cluster implements AutoCloseable {
    /** Partitions of each topic. */
    public static final int PARTITIONS = 4;

    private static final int MOST_SHOWN = 10;
    private static final Duration POLL = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final String bootstrapServers;
    private final String name;
    private final Path directory;
    private final Settings settings;
    private final Receiver receiver = Receiver.start();
    private final Deque<Runnable> closings = new ArrayDeque<>();
    private String receiverUrl = receiver.url();
    private TopicReader reader;

    private Cluster(String bootstrapServers, Path directory, Settings settings) {
        this.bootstrapServers = bootstrapServers;
        this.name = directory.getFileName().toString();
        this.directory = directory.toAbsolutePath();
        this.settings = settings;
        closings.push(receiver::close);
    }

    /**
     * Topics on a broker process; the directory is beside its log.
     *
     * @param name names the topics and the directory; nobody else on this broker has it
     */
    public static Cluster on(BrokerProcess broker, String name, Settings settings) {
        return at(broker.bootstrapServers(), broker.log().resolveSibling(name), settings);
    }

    /**
     * Topics on any broker.
     *
     * @param bootstrapServers where it is
     * @param directory where the files are kept; its name is that of the topics, and what it held is deleted
     */
    public static Cluster at(String bootstrapServers, Path directory, Settings settings) {
        Cluster cluster = new Cluster(bootstrapServers, directory, settings);
        deleteTree(cluster.directory);
        GatewayConfig config = ConfigReader.parse(cluster.configuration("none"));
        try (TopicAdmin topics = TopicAdmin.connect(config.cluster(), config.topics())) {
            topics.create();
        }
        return cluster;
    }

    /** Starts a gateway; a name is started once. */
    public Machine gateway(String gateway) {
        return gateway(gateway, List.of());
    }

    /**
     * The same with other options of its JVM.
     *
     * @param options such as {@code -Xmx512m}; none means a small default
     */
    public Machine gateway(String gateway, List<String> options) {
        Path file = directory.resolve(gateway + ".yaml");
        write(file, configuration(gateway));
        return launch(new JvmCommand(
                gateway,
                GatewayMain.class.getName(),
                List.of("--config", file.toString()),
                options,
                directory.resolve(gateway + ".log"),
                GatewayMain.READY));
    }

    /** Starts a worker that runs a number of calls at once. */
    public Machine worker(String worker, int concurrency) {
        return launch(new JvmCommand(
                worker,
                WorkerMain.class.getName(),
                Stream.concat(
                                Stream.of(
                                        bootstrapServers, prefix(), receiverUrl, worker, Integer.toString(concurrency)),
                                settings.worker().entrySet().stream()
                                        .map(setting -> setting.getKey() + "=" + setting.getValue()))
                        .toList(),
                List.of(),
                directory.resolve(worker + ".log"),
                WorkerMain.READY));
    }

    /**
     * Starts a process of agents that follow scripts for a while.
     *
     * @param seed what their scripts are made from
     * @param count how many runs are active at once
     * @param living how long they begin new ones
     */
    public Machine agents(long seed, int count, Duration living) {
        return launch(new JvmCommand(
                "agents",
                AgentsMain.class.getName(),
                List.of(
                        bootstrapServers,
                        prefix(),
                        Long.toString(seed),
                        Integer.toString(count),
                        Long.toString(living.toMillis())),
                List.of(),
                directory.resolve("agents.log"),
                AgentsMain.READY));
    }

    /** From now on workers that are started call a receiver in a process of its own. */
    public void separateReceiver() {
        Machine machine = launch(new JvmCommand(
                "receiver",
                ReceiverMain.class.getName(),
                List.of(),
                List.of(),
                directory.resolve("receiver.log"),
                ReceiverMain.READY));
        receiverUrl = machine.ready().substring(ReceiverMain.READY.length());
    }

    /** What the receiver has seen, which workers that are started now call. */
    public Effects effects() {
        return Effects.parse(ask(Receiver.EFFECTS, ""));
    }

    /**
     * Asks the receiver what became of a write, as a worker would.
     *
     * @return the dispatch whose effect is there; empty if none is, and then that of the dispatch asked about never will be
     */
    public String find(String operationId, String dispatchId) {
        return ask(Receiver.FIND, operationId + "\n" + dispatchId);
    }

    private String ask(String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(receiverUrl).resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return Waiting.on("what the receiver says", client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                    .body();
        }
    }

    /** Waits until partitions are assigned to so many workers, and to no other. */
    public void awaitWorkers(int count) {
        try (Admin admin = admin()) {
            Waiting.forThis(count + " workers with partitions", () -> assigned(admin) == count, POLL, PATIENCE);
        }
    }

    private int assigned(Admin admin) {
        String id = prefix() + WorkerMain.GROUP;
        ConsumerGroupDescription group = Waiting.on(
                        "the group of the workers",
                        admin.describeConsumerGroups(List.of(id)).all())
                .get(id);
        boolean all = group.groupState() == GroupState.STABLE
                && group.members().stream()
                        .noneMatch(
                                member -> member.assignment().topicPartitions().isEmpty());
        return all ? group.members().size() : 0;
    }

    /** Opens an agent's connection; it sees outcomes from now on. */
    public AgentClient agent() {
        AgentClient agent = AgentClient.open(connection());
        closings.push(agent::close);
        return agent;
    }

    /** Opens a connection that sends anything. */
    public RawSender sender() {
        RawSender sender = new RawSender(connection());
        closings.push(sender::close);
        return sender;
    }

    /** How clients reach the topics. */
    public Connection connection() {
        return Connection.to(bootstrapServers).withTopicPrefix(prefix());
    }

    /** The outside world. */
    public Receiver receiver() {
        return receiver;
    }

    /** All that is committed on all topics by now. */
    public Recording record() {
        if (reader == null) {
            reader = new TopicReader(bootstrapServers, connection().topics());
            closings.push(reader::close);
        }
        return reader.read();
    }

    /** How far each partition of a topic is written, open transactions included. */
    public Map<Integer, Long> written(String topic) {
        try (Admin admin = admin()) {
            Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            return Waiting.on("the ends of " + topic, admin.listOffsets(ends).all()).entrySet().stream()
                    .collect(Collectors.toMap(
                            end -> end.getKey().partition(),
                            end -> end.getValue().offset()));
        }
    }

    /**
     * How far the gateways' consumers of a group have come with each partition of a topic, where they have committed it.
     *
     * @param group the group, without what names this cluster
     */
    public Map<Integer, Long> committed(String group, String topic) {
        try (Admin admin = admin()) {
            return Waiting.on(
                            "what " + group + " has committed",
                            admin.listConsumerGroupOffsets(prefix() + group).partitionsToOffsetAndMetadata())
                    .entrySet()
                    .stream()
                    .filter(offset -> offset.getValue() != null)
                    .filter(offset -> offset.getKey().topic().equals(topic))
                    .collect(Collectors.toMap(
                            offset -> offset.getKey().partition(),
                            offset -> offset.getValue().offset()));
        }
    }

    private Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /**
     * Waits until every input is accounted for.
     *
     * @throws IllegalStateException if it is not in a while, or a promise is broken; the message names the first complaints
     */
    public Recording awaitSound() {
        Recording[] last = new Recording[1];
        List<Complaint> complaints = new ArrayList<>();
        boolean sound = Waiting.until(
                () -> {
                    last[0] = record();
                    complaints.clear();
                    complaints.addAll(Witness.complaints(last[0]));
                    return complaints.isEmpty();
                },
                POLL,
                PATIENCE);
        if (!sound) {
            throw new IllegalStateException(complaints.size() + " complaints: "
                    + complaints.subList(0, Math.min(MOST_SHOWN, complaints.size())));
        }
        return last[0];
    }

    /** Ends all that was started, the last first, and fails with the first that cannot be ended. */
    @Override
    public void close() {
        List<RuntimeException> failures = new ArrayList<>();
        while (!closings.isEmpty()) {
            try {
                closings.pop().run();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private String prefix() {
        return name + ".";
    }

    private Machine launch(JvmCommand command) {
        Machine machine = Machine.launch(command);
        closings.push(machine::close);
        return machine;
    }

    private String configuration(String gateway) {
        return """
            bootstrap_servers: %s
            client:
              session.timeout.ms: %d
              heartbeat.interval.ms: 500
              group.instance.id: %s
            %s
            topics: {prefix: %s, partitions: %d}
            stream: {application_id: %sgateway, state_dir: %s, commit_interval_ms: %d}
            %s
            """.formatted(
                        bootstrapServers,
                        settings.session().toMillis(),
                        gateway,
                        settings.client().entrySet().stream()
                                .map(setting -> "  " + setting.getKey() + ": " + setting.getValue())
                                .collect(Collectors.joining("\n")),
                        prefix(),
                        PARTITIONS,
                        prefix(),
                        directory.resolve(gateway + "-state"),
                        settings.commitInterval().toMillis(),
                        settings.policies());
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a directory with all that is in it, if it is there. */
    public static void deleteTree(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Not deleted: " + directory, e);
        }
    }
}
