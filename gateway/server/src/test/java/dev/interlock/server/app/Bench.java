package dev.interlock.server.app;

import dev.interlock.broker.EmbeddedBroker;
import dev.interlock.schemas.Containment;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import dev.interlock.schemas.WireRecord;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.control.TopicAdmin;
import dev.interlock.worker.Connection;
import dev.interlock.worker.Tool;
import dev.interlock.worker.Worker;
import dev.interlock.worker.agent.AgentClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/** One test's gateway on the broker that all tests of this JVM share, with topics and stores of its own. */
public final class Bench implements AutoCloseable {
    /** Long enough for a machine that does much else. */
    public static final Duration PATIENCE = Duration.ofSeconds(90);

    public static final int PARTITIONS = 3;

    private static final EmbeddedBroker BROKER = EmbeddedBroker.start();
    private static final AtomicInteger BENCHES = new AtomicInteger();

    private static final KafkaProducer<String, byte[]> PRODUCER = new KafkaProducer<>(
            Map.of("bootstrap.servers", BROKER.bootstrapServers()), new StringSerializer(), new ByteArraySerializer());

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            PRODUCER.close();
            BROKER.close();
        }));
    }

    private final int number = BENCHES.incrementAndGet();
    private final String prefix = "bench" + number + ".";
    private final String name = testName() + "-" + number;
    private String extra;
    private final Path state = newDirectory();
    private final MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private Gateway gateway;

    private Bench(String extra) {
        this.extra = extra;
        GatewayConfig config = config(state);
        try (TopicAdmin topics = TopicAdmin.connect(config.cluster(), config.topics())) {
            topics.create();
        }
    }

    /** Topics are there, the gateway is not started. */
    public static Bench prepared(String... yaml) {
        return new Bench(String.join("\n", yaml));
    }

    /** The gateway decides. */
    public static Bench running(String... yaml) throws InterruptedException {
        Bench bench = prepared(yaml);
        bench.start();
        return bench;
    }

    public void start() throws InterruptedException {
        start(InstantSource.system());
    }

    public void start(InstantSource clock) throws InterruptedException {
        gateway = running(state, clock);
    }

    /** A further gateway that shares the partitions. */
    public Gateway another() throws InterruptedException {
        Gateway other = running(newDirectory(), InstantSource.system());
        closing.push(other::close);
        return other;
    }

    private Gateway running(Path directory, InstantSource clock) throws InterruptedException {
        Gateway started = Gateway.start(config(directory), clock, registry);
        if (!started.awaitRunning(PATIENCE)) {
            throw new IllegalStateException("Not running within " + PATIENCE + ": " + started.condition());
        }
        return started;
    }

    /** The gateway goes on with another configuration. */
    public void restart(String... yaml) throws InterruptedException {
        stop();
        extra = String.join("\n", yaml);
        start();
    }

    /** Where the gateway answers over HTTP. */
    public Optional<URI> address() {
        return gateway.address();
    }

    public void stop() {
        gateway.close();
    }

    /** Lets the broker forget how far the stopped gateway had come: it begins with the first records again. */
    public void forgetOffsets() throws Exception {
        String group = config(state).stream().applicationId();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrapServers()))) {
            Set<TopicPartition> committed = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .keySet();
            admin.deleteConsumerGroupOffsets(group, committed).all().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Workers of one tool, in a group of its name. */
    public Bench with(String name, Tool tool) {
        Worker worker =
                Worker.builder(connection()).group(name).tool(name, tool).start();
        closing.push(worker::close);
        return this;
    }

    /** An agent's connection. */
    public AgentClient agent() {
        AgentClient agent = AgentClient.open(connection());
        closing.push(agent::close);
        return agent;
    }

    public Connection connection() {
        return Connection.to(BROKER.bootstrapServers()).withTopicPrefix(prefix);
    }

    public Topics topics() {
        return connection().topics();
    }

    /** Sends a record to a partition, or to that of its key. */
    public void send(ProducerRecord<String, byte[]> record) throws Exception {
        PRODUCER.send(record).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Sends a record and tells where it stands. */
    public Position sendTo(ProducerRecord<String, byte[]> record) throws Exception {
        RecordMetadata at = PRODUCER.send(record).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return new Position(at.topic(), at.partition(), at.offset());
    }

    /** Sends a record without waiting for it; a later {@link #send} waits for all. */
    public void queue(ProducerRecord<String, byte[]> record) {
        PRODUCER.send(record);
    }

    /** Waits until so many outcomes are committed. */
    public void awaitOutcomes(int count) {
        Awaitility.await(count + " outcomes")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> read(topics().outcomes()).size() >= count);
    }

    /** The records like the wanted on a topic, once there are {@code count} of them. */
    public <T extends WireRecord> List<T> await(String topic, Class<T> type, int count, Predicate<T> wanted) {
        RecordCodec<T> codec = RecordCodec.of(type);
        List<T> found = new ArrayList<>();
        Awaitility.await(count + " wanted on " + topic).atMost(PATIENCE).until(() -> {
            found.clear();
            read(topic).stream()
                    .filter(record -> type != JournalEntry.class || Keys.isChain(record.key()))
                    .map(record -> codec.decode(record.value()).record())
                    .filter(wanted)
                    .forEach(found::add);
            return found.size() >= count;
        });
        return found;
    }

    /** The parts of one kind of a containment report, once there are {@code count} of them. */
    public List<Containment> containment(String stopId, String part, int count) {
        return await(
                        topics().outcomes(),
                        Outcome.class,
                        count,
                        outcome -> outcome.containment() != null
                                && outcome.containment().stopId().equals(stopId)
                                && outcome.containment().part().equals(part))
                .stream()
                .map(Outcome::containment)
                .toList();
    }

    /** The parts of a report, once as many tasks have counted as its header names. */
    public List<Containment> report(String stopId) {
        List<Containment> headers = containment(stopId, "header", 1);
        if (headers.size() != 1) {
            throw new AssertionError("More than one header: " + headers);
        }
        containment(stopId, "count", Math.toIntExact(headers.getFirst().count()));
        return await(topics().outcomes(), Outcome.class, 0, outcome -> true).stream()
                .map(Outcome::containment)
                .filter(part -> part != null && part.stopId().equals(stopId))
                .toList();
    }

    /** What was written to a topic, transaction by transaction. */
    Transactions transactions(String topic) {
        return Transactions.of(BROKER.data(), topic);
    }

    /** All committed records of a topic up to its present end. */
    public List<ConsumerRecord<String, byte[]>> read(String topic) {
        List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            }
        }
        return found;
    }

    public GatewayConfig config() {
        return config(state);
    }

    public MeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
        if (gateway != null) {
            gateway.close();
            BenchJournal journal = new BenchJournal(this);
            journal.check();
            if (Boolean.getBoolean("interlock.golden")) {
                journal.keep(name);
            }
        }
    }

    private static String testName() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .map(type -> type.substring(type.lastIndexOf('.') + 1))
                        .filter(type -> type.endsWith("IT"))
                        .findFirst()
                        .orElse("bench"));
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("interlock-gateway-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private GatewayConfig config(Path directory) {
        return ConfigReader.parse(yaml(directory));
    }

    /** The configuration file of a gateway with its stores in a directory. */
    String yaml(Path directory) {
        return """
            bootstrap_servers: %s
            topics: {prefix: %s, partitions: %d}
            stream: {application_id: %s, state_dir: %s}
            %s
            """.formatted(BROKER.bootstrapServers(), prefix, PARTITIONS, prefix + "gateway", directory, extra);
    }
}
