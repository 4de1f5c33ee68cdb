package dev.interlock.server.stream;

import dev.interlock.server.meter.OperationCensus;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.OperationDispatchWriter;
import java.time.Duration;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The operation stage's processor: one task decides all operations of a partition. */
final class OperationStage implements Processor<byte[], byte[], byte[], byte[]> {
    private final Setting setting;
    private StageTask task;
    private TakenUp takenUp;
    private OperationIntake intake;
    private OperationCensus census;

    OperationStage(Setting setting) {
        this.setting = setting;
    }

    /**
     * What the stage is built from.
     *
     * @param surroundings what all tasks share
     * @param topics names of the topics
     * @param dispatches the writer of dispatches
     * @param tick how often due times are looked for
     */
    record Setting(Surroundings surroundings, TopicMap topics, OperationDispatchWriter dispatches, Duration tick) {}

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        this.census = setting.surroundings()
                .meters()
                .censuses()
                .operations(context.taskId().partition());
        OperationStores stores = new OperationStores(context, census);
        this.takenUp = new TakenUp(
                context.getStateStore(Names.OPERATION_INPUTS),
                setting.surroundings().meters());
        this.task = new StageTask(context, Names.DECIDE_OPERATION, "operation", stores.task(), setting.surroundings());
        StopSweep sweep = new StopSweep(task);
        StopReport report = new StopReport(task, sweep);
        OperationDesk desk = new OperationDesk(task, stores, report, setting.dispatches());
        OperationStops stops = new OperationStops(task, stores, desk, report, setting.dispatches());
        DeadManSwitch deadMan = new DeadManSwitch(task, stores.task(), stores.deadlines());
        this.intake = new OperationIntake(task, stores, desk, stops, deadMan);
        sweep.start(stops::step);
        task.signHeads();
        new Snapshots(task, stores.task(), stores::snapshotsBehind).start();
        stores.count(task);
        DueSender sender = new DueSender(task, stores.deadlines(), Destination.OPERATION_RESULTS);
        context.schedule(setting.tick(), PunctuationType.WALL_CLOCK_TIME, now -> sender.tick());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Arrival arrival = task.arrival(record);
        if (takenUp.already(arrival)) {
            return;
        }
        switch (setting.topics().of(arrival.position().topic())) {
            case STAGE_REQUESTS -> intake.request(arrival);
            case OPERATION_RESULTS -> intake.report(arrival, record.headers());
            case STAGE_OPERATION_CONTROL -> {
                intake.control(arrival);
                task.obeyed("operation", arrival, record.headers());
            }
            default ->
                throw new IllegalStateException("Not a source of the operation stage: "
                        + arrival.position().topic());
        }
    }

    @Override
    public void close() {
        task.end();
        setting.surroundings().meters().censuses().end(task.partition(), census);
    }
}
