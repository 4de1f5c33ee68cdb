package dev.interlock.server.stream;

import dev.interlock.server.wire.Destination;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** The gateway's topology: a control router and two deciding stages. It only names and connects. */
final class GatewayTopology {
    private static final List<String> RUN_STORES =
            List.of(Names.RUNS, Names.ANSWERS, Names.PAYLOADS, Names.RUN_DEADLINES, Names.RUN_TASK, Names.POLICIES);
    private static final List<String> OPERATION_STORES = List.of(
            Names.OPERATIONS,
            Names.OPERATION_VALUES,
            Names.OPEN_CLAIMS,
            Names.OPERATION_DEADLINES,
            Names.OPERATION_TASK);
    private static final List<Destination> RUN_SINKS = List.of(
            Destination.PROPOSALS,
            Destination.DISPATCHES,
            Destination.RESULTS,
            Destination.OUTCOMES,
            Destination.STAGE_REQUESTS,
            Destination.STAGE_ANSWERS,
            Destination.LEDGER,
            Destination.JOURNAL,
            Destination.DEAD_LETTERS);
    private static final List<Destination> OPERATION_SINKS = List.of(
            Destination.OPERATION_DISPATCHES,
            Destination.OPERATION_RESULTS,
            Destination.OUTCOMES,
            Destination.STAGE_REQUESTS,
            Destination.STAGE_ANSWERS,
            Destination.LEDGER,
            Destination.JOURNAL,
            Destination.DEAD_LETTERS);

    private final Topology topology;
    private final TopicMap topics;
    private final Stores stores;

    private GatewayTopology(TopologyConfig config, TopicMap topics, Stores stores) {
        this.topology = new Topology(config);
        this.topics = topics;
        this.stores = stores;
    }

    /**
     * The topology.
     *
     * @param config carries the processor wrapper, where one is configured
     * @param changelog configuration of the stores' changelog topics
     * @param run what the run stage is built from
     * @param operation what the operation stage is built from
     */
    static Topology of(
            TopologyConfig config,
            Map<String, String> changelog,
            RunStage.Setting run,
            OperationStage.Setting operation) {
        GatewayTopology built = new GatewayTopology(config, run.topics(), new Stores(changelog));
        built.addControlRouter(run.surroundings());
        built.addRunStage(run);
        built.addOperationStage(operation);
        return built.topology;
    }

    private void addControlRouter(Surroundings surroundings) {
        source(Names.READ_CONTROL, Destination.CONTROL, new AppendTime());
        topology.addProcessor(Names.ROUTE_CONTROL, () -> new ControlRouter(surroundings), Names.READ_CONTROL);
        multicast(Destination.STAGE_RUN_CONTROL, Multicast.toRuns(surroundings.partitions()));
        multicast(Destination.STAGE_OPERATION_CONTROL, Multicast.toOperations(surroundings.partitions()));
        sinks(Names.ROUTE_CONTROL, List.of(Destination.DEAD_LETTERS));
    }

    private void addRunStage(RunStage.Setting setting) {
        source(Names.READ_RUN_CONTROL, Destination.STAGE_RUN_CONTROL, new BeforeAll());
        source(Names.READ_RESULTS, Destination.RESULTS, new AppendTime());
        source(Names.READ_ANSWERS, Destination.STAGE_ANSWERS, new AppendTime());
        source(Names.READ_PROPOSALS, Destination.PROPOSALS, new AppendTime());
        topology.addProcessor(
                Names.DECIDE_RUN,
                () -> new RunStage(setting),
                Names.READ_RUN_CONTROL,
                Names.READ_RESULTS,
                Names.READ_ANSWERS,
                Names.READ_PROPOSALS);
        RUN_STORES.forEach(store -> topology.addStateStore(stores.builder(store), Names.DECIDE_RUN));
        topology.addStateStore(stores.writtenAtCommit(Names.RUN_INPUTS), Names.DECIDE_RUN);
        sinks(Names.DECIDE_RUN, RUN_SINKS);
    }

    private void addOperationStage(OperationStage.Setting setting) {
        source(Names.READ_OPERATION_CONTROL, Destination.STAGE_OPERATION_CONTROL, new BeforeAll());
        source(Names.READ_OPERATION_RESULTS, Destination.OPERATION_RESULTS, new AppendTime());
        source(Names.READ_REQUESTS, Destination.STAGE_REQUESTS, new AppendTime());
        topology.addProcessor(
                Names.DECIDE_OPERATION,
                () -> new OperationStage(setting),
                Names.READ_OPERATION_CONTROL,
                Names.READ_OPERATION_RESULTS,
                Names.READ_REQUESTS);
        OPERATION_STORES.forEach(store -> topology.addStateStore(stores.builder(store), Names.DECIDE_OPERATION));
        topology.addStateStore(stores.writtenAtCommit(Names.OPERATION_INPUTS), Names.DECIDE_OPERATION);
        sinks(Names.DECIDE_OPERATION, OPERATION_SINKS);
    }

    private void source(String name, Destination topic, TimestampExtractor time) {
        topology.addSource(
                AutoOffsetReset.earliest(),
                name,
                time,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topics.name(topic));
    }

    private void sinks(String decider, List<Destination> destinations) {
        for (Destination to : destinations) {
            topology.addSink(
                    Names.sink(decider, to),
                    topics.name(to),
                    new ByteArraySerializer(),
                    new ByteArraySerializer(),
                    decider);
        }
    }

    private void multicast(Destination to, StreamPartitioner<byte[], byte[]> partitioner) {
        topology.addSink(
                Names.sink(Names.ROUTE_CONTROL, to),
                topics.name(to),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                partitioner,
                Names.ROUTE_CONTROL);
    }
}
