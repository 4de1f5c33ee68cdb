package dev.interlock.server.stream;

import dev.interlock.core.fact.Mistake;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.Position;
import dev.interlock.server.meter.StopCensus;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.DeadLetterWriter;
import dev.interlock.server.wire.DeadMan;
import dev.interlock.server.wire.Deed;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.JournalWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.Shown;
import dev.interlock.server.wire.StateCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/** What a task of either stage does with any record: its time, its own chain, dead letters, and the way to the right partition. */
final class StageTask {
    private final ProcessorContext<byte[], byte[]> context;
    private final String decider;
    private final Surroundings surroundings;
    private final StopFlags stops;
    private final StopCensus stopCensus;
    private final StopLedger stopLedger;
    private final String name;
    private final PartChain chain;
    private final Strands strands;

    StageTask(
            ProcessorContext<byte[], byte[]> context,
            String decider,
            String stage,
            KeyValueStore<Bytes, byte[]> own,
            Surroundings surroundings) {
        this.context = context;
        this.decider = decider;
        this.surroundings = surroundings;
        this.stops = new StopFlags(own);
        this.name = stage + "-" + context.taskId().partition();
        this.stopCensus = surroundings.meters().censuses().stops(name);
        this.stopLedger = new StopLedger(own, stopCensus);
        this.chain = new PartChain(own, stage, context.taskId().partition());
        this.strands = new Strands(
                context.getStateStore(Names.inputs(decider)),
                new Strands.Owner(stage, context.taskId().partition()),
                surroundings);
    }

    /** A record as it is taken up; the clock is read once for it. */
    Arrival arrival(Record<byte[], byte[]> record) {
        RecordMetadata at = context.recordMetadata().orElseThrow();
        return Arrivals.of(record, at, surroundings.clock().millis());
    }

    /** What is written because of a record. */
    Outbox outbox(Arrival arrival) {
        return outbox(arrival, ChainPosition.START);
    }

    /** What is written because of a record for a chain, in which time never goes back. */
    Outbox outbox(Arrival arrival, ChainPosition chain) {
        return new Outbox(context, decider, Math.max(arrival.takenAtMs(), chain.atMs()));
    }

    /** What is written because time went by. */
    Outbox outbox() {
        return new Outbox(context, decider, surroundings.clock().millis());
    }

    /** What goes on because of a record that was taken up before: again with its place, now without its content. */
    Arrival again(Position position, Optional<Position> origin) {
        return new Arrival(
                position,
                origin,
                null,
                null,
                Optional.empty(),
                0,
                surroundings.clock().millis());
    }

    /** Which steps of sweeps there is room for. */
    Turns turns() {
        return surroundings.turns();
    }

    /** Ends the transaction as soon as what is under way is done. */
    void commitSoon() {
        context.commit();
    }

    /** Does something again and again until it is cancelled, at the same times in all tasks. */
    Cancellable schedule(Duration interval, Runnable action) {
        return context.schedule(Instant.EPOCH, interval, PunctuationType.WALL_CLOCK_TIME, now -> action.run());
    }

    int partition() {
        return context.taskId().partition();
    }

    Partitions partitions() {
        return surroundings.partitions();
    }

    /** Such as {@code run-3}. */
    String name() {
        return name;
    }

    StopFlags stops() {
        return stops;
    }

    StopLedger stopLedger() {
        return stopLedger;
    }

    /** Where the task's own chain stands. */
    ChainHead head() {
        return chain.position().head(chain.name());
    }

    /** When the newest input of the task's own chain was taken up. */
    long chainMs() {
        return chain.position().atMs();
    }

    /** How the journal is signed; empty when it is not. */
    Optional<JournalSigning> signing() {
        return surroundings.signing();
    }

    /** Milliseconds the stop of one run is remembered after it was set or lifted. */
    long runFlagMs() {
        return surroundings.runFlagMs();
    }

    /** How long dispatching goes on without a sign of life from an operator; empty when the switch is off. */
    Optional<DeadMan> deadMan() {
        return surroundings.deadMan();
    }

    /** The time of an input in the task's own chain, in which time never goes back. */
    long nowMs(Arrival arrival) {
        return Math.max(arrival.takenAtMs(), chain.position().atMs());
    }

    Meters meters() {
        return surroundings.meters();
    }

    /** A command was obeyed, whose router says when the broker took it in. */
    void obeyed(String stage, Arrival arrival, Headers headers) {
        Arrivals.takenInMs(headers).ifPresent(at -> meters().obeyedAfter(stage, arrival.takenAtMs() - at));
    }

    /** The task ends: its stops are counted no more. */
    void end() {
        meters().censuses().end(name, stopCensus);
    }

    /** Enters an input into the task's own chain. */
    void journal(Deed deed, Outbox outbox) {
        ChainPosition before = chain.position();
        JournalWriter.Written written =
                JournalWriter.entry(chain.name(), before, deed, Math.max(before.atMs(), outbox.atMs()));
        enter(written, outbox);
        chain.put(written.position());
    }

    /** Writes an entry of any chain, and the signed head that belongs directly behind it. */
    void enter(JournalWriter.Written written, Outbox outbox) {
        outbox.post(written.outgoing(), new RecordHeaders());
        strands.with(written.outgoing().key(), written.position().hash(), outbox.atMs())
                .ifPresent(head -> outbox.post(head, new RecordHeaders()));
    }

    /** Lets the entries since the last time have signed heads, if the journal is signed, from now on. */
    void signHeads() {
        surroundings
                .signing()
                .ifPresent(signing -> schedule(signing.every(), () -> {
                    Outbox outbox = outbox();
                    strands.heads(outbox.atMs()).forEach(head -> outbox.post(head, new RecordHeaders()));
                }));
    }

    /** Enters an input that changes nothing and concerns no run or operation. */
    void note(Arrival arrival, String kind, String decision, Object facts) {
        Outbox outbox = outbox(arrival);
        journal(plain(arrival, kind, decision, facts, outbox), outbox);
        meters().decided(decider, decision, Optional.empty());
    }

    /** A deed without reason, guard or state. */
    static Deed plain(Arrival arrival, String kind, String decision, Object facts, Outbox outbox) {
        return new Deed(
                arrival,
                kind,
                facts,
                decision,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                outbox.effects(),
                StateCodec.NO_STATE,
                "",
                Optional.empty());
    }

    /** Says that a record could not be read, and why. */
    void deadLetter(Arrival arrival, LetterError found) {
        LetterError error = Shown.hidden(found);
        Outbox outbox = outbox(arrival);
        outbox.send(DeadLetterWriter.letter(arrival, error, outbox.atMs()));
        journal(plain(arrival, "unreadable", "dead_letter", Map.of("error", error), outbox), outbox);
        meters().deadLetter(arrival.position(), error);
    }

    /** A command that is not carried out gets a dead letter, as one that cannot be read does: operators look there. */
    void reject(Arrival arrival, Mistake mistake, Outbox outbox) {
        LetterError error = new LetterError(mistake.field(), mistake.rule(), mistake.value());
        outbox.send(DeadLetterWriter.letter(arrival, error, outbox.atMs()));
        meters().deadLetter(arrival.position(), error);
    }

    /** Refuses a record without key, which belongs to no partition. */
    boolean lacksKey(Arrival arrival) {
        if (arrival.key() != null) {
            return false;
        }
        deadLetter(arrival, new LetterError("key", "required", "absent"));
        return true;
    }

    /**
     * Refuses a record of the other stage that is on the wrong partition for its key: only somebody else can have written
     * it, and it must not be judged by a task that does not own what it is about.
     */
    boolean misplaced(Arrival arrival) {
        if (arrival.key() == null || partitions().of(arrival.key()) == partition()) {
            return false;
        }
        String found = Integer.toString(partition());
        deadLetter(arrival, new LetterError("partition", "must be that of the key", found));
        return true;
    }

    /**
     * Writes a record that is on the wrong partition for its key to the right one, with its origin named. It is not
     * judged here.
     *
     * @return whether it was on the wrong partition
     */
    boolean rerouted(Arrival arrival, Destination topic, Headers headers) {
        if (partitions().of(arrival.key()) == arrival.position().partition()) {
            return false;
        }
        if (Arrivals.size(arrival, headers) > Limits.RECORD_BYTES) {
            deadLetter(arrival, new LetterError("", "size", Arrivals.size(arrival, headers) + " bytes"));
            return true;
        }
        Headers named = Arrivals.originating(headers, arrival.position());
        outbox(arrival).post(new Outgoing(topic, arrival.key(), arrival.value(), "reroute"), named);
        meters().rerouted(arrival.position());
        return true;
    }
}
