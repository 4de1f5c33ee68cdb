package dev.interlock.server.wire;

import dev.interlock.core.fact.Effect;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import java.util.Optional;

/** Reads one of the two topics of results. */
public final class ReportReader {
    private static final RecordCodec<Result> CODEC = RecordCodec.of(Result.class);

    private final boolean ofOperations;

    private ReportReader(boolean ofOperations) {
        this.ofOperations = ofOperations;
    }

    /** Reads what became of reads and model calls; keyed by run. */
    public static ReportReader ofRuns() {
        return new ReportReader(false);
    }

    /** Reads what became of writes; keyed by operation. */
    public static ReportReader ofOperations() {
        return new ReportReader(true);
    }

    /** Reads a record. */
    public Reading<ReportMessage> read(Arrival arrival) {
        try {
            Result record = CODEC.decode(arrival.value()).record();
            return switch (record.type()) {
                case "result" -> worker(arrival, record, reported(arrival, record));
                case "running" ->
                    worker(arrival, record, new ReportMessage.Running(id(record), record.dispatchId(), epoch(record)));
                case "due" -> new Reading.Read<>(new ReportMessage.Came(record.due()));
                default -> Reading.refused("type", "one of result, running, due", record.type());
            };
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    private Reading<ReportMessage> worker(Arrival arrival, Result record, ReportMessage message) {
        if (id(record) == null) {
            return Reading.refused("operation_id", "required", null);
        }
        Reading<ReportMessage> mismatch = Keyed.mismatch(arrival, ofOperations ? "operation_id" : "run_id", id(record));
        return mismatch == null ? new Reading.Read<>(message) : mismatch;
    }

    private ReportMessage reported(Arrival arrival, Result record) {
        OperationResult carried = ResultFacts.carried(record, arrival.position());
        Effect unsaid = ofOperations ? Effect.UNKNOWN : Effect.NONE;
        return new ReportMessage.Reported(
                id(record),
                record.dispatchId(),
                epoch(record),
                ResultFacts.of(carried, unsaid, record.notExecuted()),
                ResultFacts.named(record.evidence()),
                Sha256.of(arrival.value()),
                Optional.ofNullable(record.value()),
                new Carried(carried));
    }

    private static int epoch(Result record) {
        return Math.toIntExact(Math.min(record.epoch(), Integer.MAX_VALUE));
    }

    private String id(Result record) {
        return ofOperations ? record.operationId() : record.runId();
    }
}
