package dev.interlock.server.stream;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecider;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.StageRequest;
import dev.interlock.server.wire.AdmissionCodec;
import dev.interlock.server.wire.Carried;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.Deed;
import dev.interlock.server.wire.JournalWriter;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.OperationDispatchWriter;
import dev.interlock.server.wire.OperationTimers;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.StageWriter;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Stored;
import java.util.List;
import java.util.Optional;

/** Lets the core decide one input of one operation, and keeps and writes what follows. */
final class OperationDesk {
    private final StageTask task;
    private final OperationStores stores;
    private final StopReport report;
    private final OperationDispatchWriter dispatches;

    OperationDesk(StageTask task, OperationStores stores, StopReport report, OperationDispatchWriter dispatches) {
        this.task = task;
        this.stores = stores;
        this.report = report;
        this.dispatches = dispatches;
    }

    /** What surrounds the effects of one decision. */
    private record Scene(OperationCase input, ChainPosition chain, Optional<Operation> after) {
        String operationId() {
            return input.operationId();
        }

        String chainName() {
            return Keys.operationChain(operationId());
        }

        Optional<OperationResult> carried() {
            return input.carried().map(Carried::result);
        }
    }

    void decide(OperationCase input) {
        LogIds.begin(input);
        OperationDecision decision = settle(input);
        LogIds.end(
                Names.DECIDE_OPERATION,
                decision.verdict().what().code(),
                decision.verdict().reason());
    }

    private OperationDecision settle(OperationCase input) {
        Optional<Stored<Operation>> before = stores.operation(input.operationId());
        ChainPosition chain = before.map(Stored::chain).orElse(ChainPosition.START);
        Outbox outbox = task.outbox(input.arrival(), chain);
        OperationDecision decision =
                OperationDecider.decide(input.operationId(), before.map(Stored::state), input.input(), outbox.atMs());

        Scene scene = new Scene(input, chain, decision.after());
        decision.effects().forEach(effect -> carryOut(effect, scene, outbox));
        report.take(input, before.map(Stored::state), decision, outbox);
        journal(decision, scene, outbox);
        measure(input, before.map(Stored::state), outbox.atMs());
        task.meters()
                .decided(
                        Names.DECIDE_OPERATION,
                        decision.verdict().what().code(),
                        decision.verdict().reason());
        return decision;
    }

    /** How long the dispatch that a report is about took. */
    private void measure(OperationCase input, Optional<Operation> before, long atMs) {
        if (input.input() instanceof OperationInput.Reported reported) {
            before.map(Operation::claim)
                    .filter(claim -> claim.dispatchId().equals(reported.dispatchId()))
                    .ifPresent(claim ->
                            task.meters().reportedAfter(claim.request().tool(), atMs - claim.dispatchedAtMs()));
        }
    }

    private void carryOut(OperationEffect effect, Scene scene, Outbox outbox) {
        String id = scene.operationId();
        switch (effect) {
            case OperationEffect.Execute e -> execute(e, scene, outbox);
            case OperationEffect.Query e -> outbox.send(dispatches.query(e, id, stores.arguments(id)));
            case OperationEffect.Cancel e -> outbox.send(dispatches.cancel(e, id));
            case OperationEffect.Reply e -> outbox.send(reply(e, scene));
            case OperationEffect.AnswerAdmission e ->
                outbox.send(AdmissionCodec.answer(e, id, head(scene), outbox.atMs()));
            case OperationEffect.PassOn e -> outbox.send(AdmissionCodec.passOn(e, head(scene)));
            case OperationEffect.KeepActivation e -> stores.putActivation(id, e.requestId(), e.number());
            case OperationEffect.Show e -> outbox.send(show(scene, outbox.atMs()));
            case OperationEffect.KeepReport e -> scene.carried().ifPresent(report -> stores.putReport(id, report));
            case OperationEffect.KeepContradiction e ->
                scene.carried().ifPresent(report -> stores.putContradiction(id, report));
            case OperationEffect.DropContradiction e -> stores.dropContradiction(id);
            case OperationEffect.Reject e -> task.reject(scene.input().arrival(), e.mistake(), outbox);
            case OperationEffect.ArmQuery e ->
                stores.deadlines().arm(OperationTimers.query(id, e.epoch(), e.attempt(), e.atMs()));
            case OperationEffect.DisarmQuery e -> stores.deadlines().disarm(id, OperationTimers.queryName(id));
            case OperationEffect.ArmTimeout e ->
                stores.deadlines().arm(OperationTimers.timeout(id, e.epoch(), e.atMs()));
            case OperationEffect.DisarmTimeout e -> stores.deadlines().disarm(id, OperationTimers.timeoutName(id));
            case OperationEffect.ArmHorizon e -> settle(e, id);
            case OperationEffect.Forget e -> stores.forget(id);
        }
    }

    private void execute(OperationEffect.Execute execute, Scene scene, Outbox outbox) {
        StageRequest request = request(scene);
        if (execute.claim().request().contract().asks()) {
            stores.putArguments(scene.operationId(), request.args());
        }
        outbox.send(dispatches.execute(execute, scene.operationId(), request));
    }

    /** Nobody needs to be asked about what is settled. */
    private void settle(OperationEffect.ArmHorizon horizon, String operationId) {
        stores.dropArguments(operationId);
        stores.deadlines().arm(OperationTimers.horizon(operationId, horizon.version(), horizon.atMs()));
    }

    private static StageRequest request(Scene scene) {
        return scene.input()
                .request()
                .orElseThrow(
                        () -> new IllegalStateException("Only a request opens an epoch of " + scene.operationId()));
    }

    private Outgoing reply(OperationEffect.Reply reply, Scene scene) {
        return StageWriter.answer(
                reply, scene.after(), stores.reports(scene.operationId()).own(), head(scene));
    }

    private static ChainHead head(Scene scene) {
        return scene.chain().head(scene.chainName());
    }

    private Outgoing show(Scene scene, long atMs) {
        return scene.after()
                .map(operation -> LedgerWriter.operation(operation, stores.reports(scene.operationId()), atMs))
                .orElseGet(() -> LedgerWriter.forgotten(scene.operationId()));
    }

    private void journal(OperationDecision decision, Scene scene, Outbox outbox) {
        Optional<byte[]> state = decision.after().map(StateCodec.OPERATION::state);
        OperationCase input = scene.input();
        Deed deed = new Deed(
                input.arrival(),
                input.kind(),
                input.input(),
                decision.verdict().what().code(),
                decision.verdict().reason(),
                Optional.empty(),
                List.of(),
                List.of(),
                outbox.effects(),
                state.map(StateCodec::hash).orElse(StateCodec.NO_STATE),
                input.request().map(StageRequest::policyHash).orElse(""),
                input.request().map(StageRequest::head));
        boolean stateless = scene.chain().seq() == 0 && state.isEmpty();
        if (stateless) {
            task.journal(deed, outbox);
            return;
        }
        JournalWriter.Written written = JournalWriter.entry(scene.chainName(), scene.chain(), deed, outbox.atMs());
        task.enter(written, outbox);
        decision.after()
                .ifPresentOrElse(
                        operation -> stores.put(
                                operation,
                                StateCodec.OPERATION.stored(written.position(), Optional.empty(), state.orElseThrow())),
                        () -> stores.delete(scene.operationId()));
    }
}
