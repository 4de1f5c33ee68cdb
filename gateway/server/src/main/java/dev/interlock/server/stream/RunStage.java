package dev.interlock.server.stream;

import dev.interlock.server.config.Policies;
import dev.interlock.server.config.Runtimes;
import dev.interlock.server.meter.RunCensus;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.ProposalReader;
import dev.interlock.server.wire.RunDispatchWriter;
import java.time.Duration;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The run stage's processor: one task decides all runs of a partition. */
final class RunStage implements Processor<byte[], byte[], byte[], byte[]> {
    private final Setting setting;
    private StageTask task;
    private TakenUp takenUp;
    private RunIntake intake;
    private RunCensus census;

    RunStage(Setting setting) {
        this.setting = setting;
    }

    /**
     * What the stage is built from.
     *
     * @param surroundings what all tasks share
     * @param topics names of the topics
     * @param policies which policy new runs are held to
     * @param runtimes which runtimes are asked to stop runs
     * @param proposals the reader of proposals
     * @param dispatches the writer of dispatches
     * @param tick how often due times are looked for
     */
    record Setting(
            Surroundings surroundings,
            TopicMap topics,
            Policies policies,
            Runtimes runtimes,
            ProposalReader proposals,
            RunDispatchWriter dispatches,
            Duration tick) {}

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        this.census =
                setting.surroundings().meters().censuses().runs(context.taskId().partition());
        RunStores stores = new RunStores(context, census);
        this.takenUp = new TakenUp(
                context.getStateStore(Names.RUN_INPUTS), setting.surroundings().meters());
        this.task = new StageTask(context, Names.DECIDE_RUN, "run", stores.task(), setting.surroundings());
        DeadManSwitch deadMan = new DeadManSwitch(task, stores.task(), stores.deadlines());
        RunPolicies policies =
                new RunPolicies(task, setting.policies(), new Publications(stores.task()), stores.policies());
        RunDesk desk = new RunDesk(
                task,
                stores,
                policies,
                deadMan,
                new RunEffects(
                        task,
                        stores,
                        setting.dispatches(),
                        new RuntimeNotice(task, setting.runtimes()),
                        setting.proposals().identity()));
        StopSweep sweep = new StopSweep(task);
        RunStops stops = new RunStops(task, stores, desk, sweep, setting.dispatches());
        this.intake = new RunIntake(task, stores, desk, stops, setting.proposals());
        sweep.start(stops::step);
        task.signHeads();
        new Snapshots(task, stores.task(), stores::snapshotsBehind).start();
        stores.count(task);
        DueSender sender = new DueSender(task, stores.deadlines(), Destination.RESULTS);
        context.schedule(setting.tick(), PunctuationType.WALL_CLOCK_TIME, now -> sender.tick());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Arrival arrival = task.arrival(record);
        if (takenUp.already(arrival)) {
            return;
        }
        switch (setting.topics().of(arrival.position().topic())) {
            case PROPOSALS -> intake.proposal(arrival, record.headers());
            case RESULTS -> intake.report(arrival, record.headers());
            case STAGE_ANSWERS -> intake.answer(arrival);
            case STAGE_RUN_CONTROL -> {
                intake.control(arrival);
                task.obeyed("run", arrival, record.headers());
            }
            default ->
                throw new IllegalStateException(
                        "Not a source of the run stage: " + arrival.position().topic());
        }
    }

    @Override
    public void close() {
        task.end();
        setting.surroundings().meters().censuses().end(task.partition(), census);
    }
}
