package dev.interlock.server.stream;

import dev.interlock.schemas.Control;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Symbols.ControlType;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.DeadLetterWriter;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.PublicationReader;
import java.util.Optional;
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
        Optional<LetterError> astray = order.control().flatMap(control -> astray(control, arrival));
        order.control().filter(control -> astray.isEmpty()).ifPresent(control -> passOn(control, arrival, outbox));
        astray.or(order::error).ifPresent(error -> {
            outbox.post(DeadLetterWriter.letter(arrival, error, outbox.atMs()), new RecordHeaders());
            surroundings.meters().deadLetter(arrival.position(), error);
        });
    }

    /** Two publications are in one order in every task only if one task of this router passes both on. */
    private Optional<LetterError> astray(Control control, Arrival arrival) {
        boolean astray = ControlType.PUBLISH_POLICY.equals(control.type())
                && surroundings.partitions().of(Keys.PUBLICATIONS)
                        != arrival.position().partition();
        String found = Integer.toString(arrival.position().partition());
        return astray
                ? Optional.of(new LetterError("partition", PublicationReader.PARTITION_RULE, found))
                : Optional.empty();
    }

    private static void passOn(Control control, Arrival arrival, Outbox outbox) {
        for (Destination stage : ControlReader.stages(control, arrival.position())) {
            outbox.post(
                    ControlReader.passOn(stage, control, arrival.position(), outbox.atMs()), Arrivals.takenIn(arrival));
        }
    }
}
