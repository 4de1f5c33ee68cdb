package dev.interlock.scenarios.kafka;

import dev.interlock.worker.Connection;
import dev.interlock.worker.Worker;
import dev.interlock.worker.WorkerBuilder;

/** A running worker of a crew. */
public final class ScriptedWorker implements AutoCloseable {
    /** Scenarios run at the same time, and some of their tools take seconds. */
    private static final int CONCURRENCY = 64;

    private final Runnable stop;

    private ScriptedWorker(Runnable stop) {
        this.stop = stop;
    }

    /** Starts a worker of a crew. Several may run at the same time. */
    public static ScriptedWorker start(Crew crew, Connection connection, Receiver receiver) {
        if (crew == Crew.FOREIGN) {
            return new ScriptedWorker(ForeignWorker.start(connection, receiver)::close);
        }
        WorkerBuilder builder = Worker.builder(connection).group(crew.group()).concurrency(CONCURRENCY);
        crew.tools().forEach(tool -> builder.tool(tool, ScriptedTool.at(receiver)));
        return new ScriptedWorker(builder.start()::close);
    }

    @Override
    public void close() {
        stop.run();
    }
}
