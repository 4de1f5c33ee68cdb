package dev.interlock.worker;

import dev.interlock.schemas.Limits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The settings of a worker that is not started yet. Group and at least one tool are needed; all else has a default. */
public final class WorkerBuilder {
    private final Connection connection;
    private final Map<String, Tool> tools = new HashMap<>();
    private String group;
    private String id = UUID.randomUUID().toString();
    private UnaryOperator<String> redaction = UnaryOperator.identity();
    private WorkerLimits limits = WorkerLimits.DEFAULT;
    private TimeSource time = TimeSource.system();

    WorkerBuilder(Connection connection) {
        this.connection = connection;
    }

    /** The consumer group. All workers that run a tool must be in one group, or each dispatch is executed by each. */
    public WorkerBuilder group(String name) {
        group = name;
        return this;
    }

    /**
     * How results name this worker; a random id by default.
     *
     * @throws IllegalArgumentException if it is not 1 to 256 characters long, or has half of a surrogate pair
     */
    public WorkerBuilder id(String name) {
        int length = name.codePointCount(0, name.length());
        if (length < 1 || length > Limits.ID_LENGTH || name.codePoints().anyMatch(WorkerBuilder::isHalfOfAPair)) {
            throw new IllegalArgumentException("id must be 1 to " + Limits.ID_LENGTH
                    + " characters without half of a surrogate pair, was " + length + " characters: " + name);
        }
        id = name;
        return this;
    }

    /** A tool under the name that dispatches give it. Those of other tools are left to other groups. */
    public WorkerBuilder tool(String name, Tool tool) {
        if (tools.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(tool, "tool")) != null) {
            throw new IllegalArgumentException("tool must be given once, was given again: " + name);
        }
        return this;
    }

    /** How many calls run at once; 4 by default. */
    public WorkerBuilder concurrency(int calls) {
        limits = new WorkerLimits(calls, limits.queued(), limits.abandoned(), limits.fenceAge(), limits.commit());
        return this;
    }

    /**
     * How many dispatches wait in memory, uncommitted, before the topics are left alone; 1,000 by default. While they are
     * left alone no cancellation is seen.
     */
    public WorkerBuilder queued(int dispatches) {
        limits = new WorkerLimits(
                limits.concurrency(), dispatches, limits.abandoned(), limits.fenceAge(), limits.commit());
        return this;
    }

    /** How many threads may be lost to calls that never return before it takes no more work; 16 by default. */
    public WorkerBuilder abandoned(int threads) {
        limits = new WorkerLimits(limits.concurrency(), limits.queued(), threads, limits.fenceAge(), limits.commit());
        return this;
    }

    /** How old the last look at a partition may be when a call from it starts; 5 seconds by default. */
    public WorkerBuilder fenceAge(Duration most) {
        limits = new WorkerLimits(limits.concurrency(), limits.queued(), limits.abandoned(), most, limits.commit());
        return this;
    }

    /** What is done to error texts before they leave, besides masking common secrets; it may be called by any thread. */
    public WorkerBuilder redaction(UnaryOperator<String> own) {
        redaction = Objects.requireNonNull(own, "own");
        return this;
    }

    private static boolean isHalfOfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    WorkerBuilder time(TimeSource changed) {
        time = changed;
        return this;
    }

    /**
     * Starts the worker.
     *
     * @throws IllegalArgumentException if group or tools are missing
     * @throws IllegalStateException if the topics do not exist
     */
    public Worker start() {
        if (group == null || group.isEmpty()) {
            throw new IllegalArgumentException("group must be given");
        }
        if (tools.isEmpty()) {
            throw new IllegalArgumentException("tool must be given at least once");
        }
        return Worker.start(new WorkerSettings(connection, group, id, tools, new Redaction(redaction), limits, time));
    }
}
