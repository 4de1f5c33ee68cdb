package dev.interlock.server.replay;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Keys;
import dev.interlock.server.wire.AdmissionCodec;
import dev.interlock.server.wire.KeptReports;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.OperationDispatchWriter;
import dev.interlock.server.wire.StageWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a decision about an operation writes, as far as the journal tells it. */
final class OperationWrites {
    /** Written beside what the core decided: what a stop lists. */
    static final Set<String> BESIDE = Set.of("containment");

    private static final OperationDispatchWriter JSON = new OperationDispatchWriter(Format.JSON);
    private static final OperationDispatchWriter AVRO = new OperationDispatchWriter(Format.AVRO);
    private static final KeptReports NO_REPORTS = new KeptReports(Optional.empty(), Optional.empty());

    private final String operationId;
    private final ChainHead head;
    private final Optional<Operation> after;
    private final long atMs;

    /** What is written about an operation whose chain stood at {@code head} before. */
    OperationWrites(String operationId, ChainHead head, Optional<Operation> after, long atMs) {
        this.operationId = operationId;
        this.head = head;
        this.after = after;
        this.atMs = atMs;
    }

    List<Expected> of(OperationDecision decision) {
        return decision.effects().stream().flatMap(this::of).toList();
    }

    private Stream<Expected> of(OperationEffect effect) {
        return switch (effect) {
            case OperationEffect.Execute e -> Stream.of(Expected.untold("execute", operationId));
            case OperationEffect.Query e -> Stream.of(Expected.untold("query", operationId));
            case OperationEffect.Cancel e ->
                Stream.of(Expected.ofAny(List.of(JSON.cancel(e, operationId), AVRO.cancel(e, operationId))));
            case OperationEffect.Reply e -> Stream.of(reply(e));
            case OperationEffect.AnswerAdmission e ->
                Stream.of(Expected.of(AdmissionCodec.answer(e, operationId, head, atMs)));
            case OperationEffect.PassOn e -> Stream.of(Expected.of(AdmissionCodec.passOn(e, head)));
            case OperationEffect.Show e -> Stream.of(show());
            case OperationEffect.Reject e -> Stream.of(Expected.elsewhere("dead_letter"));
            case OperationEffect.KeepActivation e -> Stream.empty();
            case OperationEffect.KeepReport e -> Stream.empty();
            case OperationEffect.KeepContradiction e -> Stream.empty();
            case OperationEffect.DropContradiction e -> Stream.empty();
            case OperationEffect.ArmQuery e -> Stream.empty();
            case OperationEffect.DisarmQuery e -> Stream.empty();
            case OperationEffect.ArmTimeout e -> Stream.empty();
            case OperationEffect.DisarmTimeout e -> Stream.empty();
            case OperationEffect.ArmHorizon e -> Stream.empty();
            case OperationEffect.Forget e -> Stream.empty();
        };
    }

    private Expected reply(OperationEffect.Reply reply) {
        return reply.answer().result().isPresent()
                ? Expected.untold("answer", reply.runId())
                : Expected.of(StageWriter.answer(reply, after, Optional.empty(), head));
    }

    private Expected show() {
        if (after.isEmpty()) {
            return Expected.of(LedgerWriter.forgotten(operationId));
        }
        Operation operation = after.get();
        boolean holdsMore = operation.report().isPresent() || operation.conflicting();
        return holdsMore
                ? Expected.untold("ledger", Keys.ledgerOperation(operationId))
                : Expected.of(LedgerWriter.operation(operation, NO_REPORTS, atMs));
    }
}
