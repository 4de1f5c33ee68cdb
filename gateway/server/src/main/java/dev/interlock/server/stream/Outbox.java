package dev.interlock.server.stream;

import dev.interlock.schemas.JournalEffect;
import dev.interlock.server.wire.Outgoing;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** What one decision writes, each record with the time of the decision: inputs chosen first carry no usable one. */
final class Outbox {
    private final ProcessorContext<byte[], byte[]> context;
    private final String decider;
    private final long atMs;
    private final List<JournalEffect> effects = new ArrayList<>();

    Outbox(ProcessorContext<byte[], byte[]> context, String decider, long atMs) {
        this.context = context;
        this.decider = decider;
        this.atMs = atMs;
    }

    /** Writes a record that the journal will name. */
    void send(Outgoing outgoing) {
        send(outgoing, new RecordHeaders());
    }

    /** The same with headers, which the journal does not name. */
    void send(Outgoing outgoing, Headers headers) {
        effects.add(outgoing.effect());
        post(outgoing, headers);
    }

    /** Writes a record that is no effect of a decision. */
    void post(Outgoing outgoing, Headers headers) {
        context.forward(
                new Record<>(outgoing.key(), outgoing.value(), atMs, headers), Names.sink(decider, outgoing.to()));
    }

    long atMs() {
        return atMs;
    }

    List<JournalEffect> effects() {
        return List.copyOf(effects);
    }
}
