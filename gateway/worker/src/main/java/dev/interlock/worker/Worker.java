package dev.interlock.worker;

import dev.interlock.schemas.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's part in executing tool calls. It executes a dispatch only after its own commit of the dispatch's offset
 * is certain, so each is delivered to a tool at most once, and answers every one it committed.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration LOOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofSeconds(10);
    static final String POLL_RECORDS = "100";

    private final DispatchLoop loop;
    private final Thread thread;
    private final GroupConsumer consumer;
    private final Calls calls;
    private final ResultSender sender;
    private final Tally tally;
    private boolean closed;

    private Worker(WorkerSettings settings, Consumer<byte[], byte[]> kafka, ResultSender sender, Tally tally) {
        Topics topics = settings.connection().topics();
        TimeSource time = settings.time();
        WorkerLimits limits = settings.limits();
        Reports reports = new Reports(settings.id(), time.wall(), settings.redaction());
        Fence fence = new Fence(limits.fenceAge());
        Assignment assignment = new Assignment(topics.operationDispatches()::equals, time, tally);
        this.tally = tally;
        this.sender = sender;
        this.calls = new Calls(
                limits.concurrency(),
                (delivery, whenDone) -> new RunningCall(
                        delivery, settings.tools().get(delivery.dispatch().tool()), fence, reports, whenDone),
                reports,
                sender,
                tally);
        this.consumer = new GroupConsumer(
                kafka, List.of(topics.dispatches(), topics.operationDispatches()), assignment, time, limits.commit());
        Intake intake = new Intake(assignment, calls, settings.tools().keySet(), time, tally);
        this.loop = new DispatchLoop(new DispatchLoop.Parts(consumer, assignment, intake, fence, calls, tally), limits);
        this.thread =
                Thread.ofPlatform().name("interlock-worker-" + settings.id()).unstarted(loop);
    }

    /** Settings of a worker, to be started. */
    public static WorkerBuilder builder(Connection connection) {
        return new WorkerBuilder(connection);
    }

    static Worker start(WorkerSettings settings) {
        return start(settings, new KafkaConsumer<>(consumerConfig(settings)));
    }

    /** Starts it on a given consumer, which it closes. */
    static Worker start(WorkerSettings settings, Consumer<byte[], byte[]> kafka) {
        try {
            Topics topics = settings.connection().topics();
            List.of(topics.dispatches(), topics.operationDispatches(), topics.results(), topics.operationResults())
                    .forEach(topic -> TopicLookup.partitions(kafka, topic));
            Tally tally = new Tally();
            ResultSender sender = new ResultSender(
                    new KafkaProducer<>(settings.connection().producerConfig()), settings.connection(), tally);
            Worker worker = new Worker(settings, kafka, sender, tally);
            worker.thread.start();
            return worker;
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    /** How the worker is doing now. */
    public WorkerStatus status() {
        return tally.status(loop.state(), calls);
    }

    /** Closes it, waiting up to 10 seconds for calls that run. */
    @Override
    public void close() {
        close(DRAIN);
    }

    /**
     * Leaves the group, waits for calls that run, gives up on the rest, and returns when their results are written. What
     * was polled and not committed is left to others. A second call does nothing.
     *
     * @param drain the longest to wait for calls; waiting for the brokers comes on top, within bounds
     */
    public synchronized void close(Duration drain) {
        if (closed) {
            return;
        }
        closed = true;
        loop.stop();
        boolean interrupted = drain(drain);
        calls.giveUpAll();
        sender.close();
        if (!thread.isAlive()) {
            consumer.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the wait was interrupted; what follows must be done all the same. */
    private boolean drain(Duration drain) {
        try {
            if (!thread.join(LOOP_LIMIT)) {
                LOG.error("The loop did not end within {} ms", LOOP_LIMIT.toMillis());
            }
            calls.awaitIdle(drain);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /**
     * Eager assignment: each rebalance ends every assignment, so nothing polled before one can be committed after it.
     * Sticky: most partitions come back to where they were.
     */
    static Map<String, Object> consumerConfig(WorkerSettings settings) {
        Map<String, Object> config = settings.connection()
                .consumerConfig(Map.of(
                        ConsumerConfig.GROUP_ID_CONFIG,
                        settings.group(),
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        StickyAssignor.class.getName(),
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        POLL_RECORDS));
        config.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, settings.id());
        config.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Integer.toString(8 * 1024 * 1024));
        return config;
    }
}
