package dev.interlock.server.wire;

import dev.interlock.core.operation.Claim;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.Request;
import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.StageRequest;
import java.util.Optional;

/** Writes what workers of writes are told. */
public final class OperationDispatchWriter {
    private static final String WRITE = "write";

    private final DispatchCodec codec;

    /** A writer of one format. */
    public OperationDispatchWriter(Format format) {
        this.codec = new DispatchCodec(Destination.OPERATION_DISPATCHES, format);
    }

    /**
     * A write to be executed.
     *
     * @param record the request at hand, which brought the arguments
     */
    public Outgoing execute(OperationEffect.Execute execute, String operationId, StageRequest record) {
        return codec.outgoing(
                operationId,
                builder(execute.claim(), operationId)
                        .type("execute")
                        .dispatchId(execute.claim().dispatchId())
                        .epoch(execute.claim().epoch())
                        .args(record.args())
                        .approvalId(record.approvalId())
                        .timeoutMs(execute.timeoutMs())
                        .maxTimeoutMs(DispatchCodec.longestMs(
                                execute.claim().request().contract()))
                        .causedBy(new CausedBy(operationId))
                        .policyHash(record.policyHash())
                        .traceparent(record.traceparent())
                        .build());
    }

    /**
     * A question what became of a write.
     *
     * @param args the arguments of the write, where they are still known
     */
    public Outgoing query(OperationEffect.Query query, String operationId, Optional<Json> args) {
        return codec.outgoing(
                operationId,
                builder(query.claim(), operationId)
                        .type("query")
                        .dispatchId(query.queryId())
                        .targetDispatchId(query.claim().dispatchId())
                        .epoch(query.claim().epoch())
                        .attempt(query.attempt())
                        .args(args.orElse(null))
                        .timeoutMs(query.timeoutMs())
                        .policyHash("")
                        .build());
    }

    /** A write to be cancelled. */
    public Outgoing cancel(OperationEffect.Cancel cancel, String operationId) {
        return codec.outgoing(
                operationId,
                builder(cancel.claim(), operationId)
                        .type("cancel")
                        .dispatchId("cancel:" + cancel.claim().dispatchId())
                        .targetDispatchId(cancel.claim().dispatchId())
                        .epoch(cancel.claim().epoch())
                        .timeoutMs(0)
                        .policyHash("")
                        .build());
    }

    /** The mark of a stop or lift in this stage's partition of the topic. */
    public Outgoing marker(Command.Flag control, String key) {
        return codec.marker(control, key);
    }

    private static DispatchBuilder builder(Claim claim, String operationId) {
        Request request = claim.request();
        return DispatchBuilder.builder()
                .runId(request.runId())
                .proposalId(request.proposalId())
                .tool(request.tool())
                .kind(WRITE)
                .operationId(operationId)
                .fingerprint(request.fingerprint())
                .attempt(request.attempt());
    }
}
