package dev.interlock.server.wire;

import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.LedgerStop;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;

/** Reads what the gateway itself wrote for others to see. */
public final class TopicRecords {
    private static final RecordCodec<LedgerOperation> OPERATIONS = RecordCodec.of(LedgerOperation.class);
    private static final RecordCodec<DeadLetter> LETTERS = RecordCodec.of(DeadLetter.class);
    private static final RecordCodec<JournalEntry> ENTRIES = RecordCodec.of(JournalEntry.class);
    private static final RecordCodec<ChainSnapshot> SNAPSHOTS = RecordCodec.of(ChainSnapshot.class);
    private static final RecordCodec<LedgerStop> STOPS = RecordCodec.of(LedgerStop.class);
    private static final RecordCodec<LedgerPolicy> POLICIES = RecordCodec.of(LedgerPolicy.class);

    private TopicRecords() {}

    /**
     * An outcome.
     *
     * @throws InvalidRecordException when it is none
     */
    public static Outcome outcome(byte[] bytes) {
        return OutcomeWriter.CODEC.decode(bytes).record();
    }

    /**
     * The latest state of an operation.
     *
     * @throws InvalidRecordException when it is none
     */
    public static LedgerOperation operation(byte[] bytes) {
        return OPERATIONS.decode(bytes).record();
    }

    /**
     * What could not be read or carried out.
     *
     * @throws InvalidRecordException when it is none
     */
    public static DeadLetter deadLetter(byte[] bytes) {
        return LETTERS.decode(bytes).record();
    }

    /**
     * An entry of the journal.
     *
     * @throws InvalidRecordException when it is none
     */
    public static JournalEntry journalEntry(byte[] bytes) {
        return ENTRIES.decode(bytes).record();
    }

    /**
     * A snapshot of a chain.
     *
     * @throws InvalidRecordException when it is none
     */
    public static ChainSnapshot snapshot(byte[] bytes) {
        return SNAPSHOTS.decode(bytes).record();
    }

    /**
     * A stop flag.
     *
     * @throws InvalidRecordException when it is none
     */
    public static LedgerStop stop(byte[] bytes) {
        return STOPS.decode(bytes).record();
    }

    /**
     * A policy.
     *
     * @throws InvalidRecordException when it is none
     */
    public static LedgerPolicy policy(byte[] bytes) {
        return POLICIES.decode(bytes).record();
    }
}
