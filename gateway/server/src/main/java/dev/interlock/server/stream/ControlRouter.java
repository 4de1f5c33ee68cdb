package dev.interlock.server.stream;

import dev.interlock.schemas.Control;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.DeadLetterWriter;
import dev.interlock.server.wire.Destination;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Passes commands on to the partitions of both stages that they concern. */
final class ControlRouter implements Processor<byte[], byte[], byte[], byte[]> {
    private final Surroundings surroundings;
    private ProcessorContext<byte[], byte[]> context;

    ControlRouter(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> initialised) {
        this.context = initialised;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Arrival arrival = Arrivals.of(
                record,
                context.recordMetadata().orElseThrow(),
                surroundings.clock().millis());
        Outbox outbox = new Outbox(context, Names.ROUTE_CONTROL, arrival.takenAtMs());
        ControlReader.Order order = ControlReader.read(arrival);
        order.control().ifPresent(control -> passOn(control, arrival, outbox));
        order.error().ifPresent(error -> {
            outbox.post(DeadLetterWriter.letter(arrival, error, outbox.atMs()), new RecordHeaders());
            surroundings.meters().deadLetter(arrival.position(), error);
        });
    }

    private static void passOn(Control control, Arrival arrival, Outbox outbox) {
        for (Destination stage : ControlReader.stages(control, arrival.position())) {
            outbox.post(ControlReader.passOn(stage, control, arrival.position(), outbox.atMs()), new RecordHeaders());
        }
    }
}
