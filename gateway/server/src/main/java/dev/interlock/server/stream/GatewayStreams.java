package dev.interlock.server.stream;

import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.trace.SpanSender;
import dev.interlock.server.trace.Spans;
import dev.interlock.server.wire.OperationDispatchWriter;
import dev.interlock.server.wire.ProposalReader;
import dev.interlock.server.wire.RunDispatchWriter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;

/** The deciding part of a gateway: its topology, running. */
public final class GatewayStreams implements AutoCloseable {
    /** The longest wait when ending in order. */
    public static final Duration CLOSING = Duration.ofSeconds(20);

    private final KafkaStreams streams;
    private final Meters meters;
    private final List<KafkaStreamsMetrics> measured = new ArrayList<>();

    private GatewayStreams(KafkaStreams streams, Meters meters) {
        this.streams = streams;
        this.meters = meters;
    }

    /** Where it stands. */
    public enum Condition {
        /** It starts, restores its stores or shares partitions anew. */
        PREPARING,
        /** It decides. */
        RUNNING,
        /** It ends. */
        ENDING,
        /** It was closed. */
        CLOSED,
        /** Its threads died too often. */
        FAILED
    }

    /**
     * The deciding part, not started yet.
     *
     * @param config what it is configured with
     * @param clock the gateway's clock
     * @param registry where it counts
     * @param watcher told of every change of condition
     * @throws ConfigurationException when Kafka refuses the configuration
     */
    public static GatewayStreams of(
            GatewayConfig config, InstantSource clock, MeterRegistry registry, Consumer<Condition> watcher) {
        Properties properties = StreamsProperties.of(config);
        Meters meters = new Meters(
                registry,
                clock,
                config.tracing()
                        .<Spans>map(tracing -> SpanSender.start(tracing.otlp(), registry))
                        .orElse(Spans.NONE));
        KafkaStreams streams = configured(() -> {
            StreamsConfig streamsConfig = new StreamsConfig(properties);
            Turns turns = new Turns();
            Topology topology = topology(config, clock, meters, turns, streamsConfig);
            return new KafkaStreams(
                    topology, streamsConfig, new StreamClients(streamsConfig.getKafkaClientSupplier(), turns));
        });
        streams.setUncaughtExceptionHandler(new ThreadReplacement(clock));
        streams.setStateListener((after, before) -> watcher.accept(condition(after)));
        Restoring restoring = new Restoring();
        streams.setGlobalStateRestoreListener(restoring);
        meters.tell(config.topics().partitions(), restoring::records);
        return new GatewayStreams(streams, meters);
    }

    /**
     * Starts deciding. Must not be called twice.
     *
     * @throws ConfigurationException when another process works in the same state directory
     */
    public void start() {
        configured(() -> {
            streams.start();
            return streams;
        });
    }

    /** Lets Kafka's own metrics be counted too: lag, restoring, threads. Ends with {@link #close}. */
    public void measure(MeterRegistry registry) {
        KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams);
        metrics.bindTo(registry);
        measured.add(metrics);
    }

    /** Before anything runs, what Kafka refuses is what it was configured with. */
    private static KafkaStreams configured(Supplier<KafkaStreams> starting) {
        try {
            return starting.get();
        } catch (KafkaException e) {
            String cause = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            throw new ConfigurationException("client or stream: " + e.getMessage() + cause, e);
        }
    }

    static Topology topology(
            GatewayConfig config, InstantSource clock, Meters meters, Turns turns, StreamsConfig streamsConfig) {
        config.policies()
                .all()
                .forEach(ruling -> meters.censuses()
                        .labels()
                        .learn(ruling.hash(), ruling.policy().tools().keySet()));
        Surroundings surroundings = new Surroundings(
                clock,
                new Partitions(config.topics().partitions()),
                meters,
                config.policies().longestStubMs(),
                turns,
                config.deadMan(),
                config.signing()
                        .map(signing -> new JournalSigning(
                                config.topics().topics().journal(),
                                signing.signer(),
                                signing.every(),
                                signing.round())));
        TopicMap topics = new TopicMap(config.topics().topics());
        Duration tick = config.stream().tick();
        RunStage.Setting run = new RunStage.Setting(
                surroundings,
                topics,
                config.policies(),
                config.runtimes(),
                new ProposalReader(config.identity()),
                new RunDispatchWriter(config.formats().dispatches()),
                tick);
        OperationStage.Setting operation = new OperationStage.Setting(
                surroundings,
                topics,
                new OperationDispatchWriter(config.formats().operationDispatches()),
                tick);
        return GatewayTopology.of(new TopologyConfig(streamsConfig), StreamsProperties.changelog(), run, operation);
    }

    /** Ends in order: commits, leaves the group, closes the stores. Waits up to {@link #CLOSING}. */
    @Override
    public void close() {
        measured.forEach(KafkaStreamsMetrics::close);
        streams.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(CLOSING));
        meters.close();
    }

    private static Condition condition(KafkaStreams.State state) {
        return switch (state) {
            case CREATED, REBALANCING -> Condition.PREPARING;
            case RUNNING -> Condition.RUNNING;
            case PENDING_SHUTDOWN, PENDING_ERROR -> Condition.ENDING;
            case NOT_RUNNING -> Condition.CLOSED;
            case ERROR -> Condition.FAILED;
        };
    }
}
