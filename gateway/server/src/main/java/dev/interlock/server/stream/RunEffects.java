package dev.interlock.server.stream;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.server.wire.AdmissionCodec;
import dev.interlock.server.wire.CallIdentity;
import dev.interlock.server.wire.ContainmentWriter;
import dev.interlock.server.wire.OutcomeWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.Payload;
import dev.interlock.server.wire.ProposalMessage;
import dev.interlock.server.wire.RunDispatchWriter;
import dev.interlock.server.wire.RunFrame;
import dev.interlock.server.wire.RunTimers;
import dev.interlock.server.wire.StageWriter;
import dev.interlock.server.wire.StoredAnswer;
import java.util.List;
import java.util.Optional;

/** Carries out what the core decided about a run: each effect is one record written or one thing kept. */
final class RunEffects {
    private final StageTask task;
    private final RunStores stores;
    private final RunDispatchWriter dispatches;
    private final RuntimeNotice notice;
    private final CallIdentity identity;

    RunEffects(
            StageTask task,
            RunStores stores,
            RunDispatchWriter dispatches,
            RuntimeNotice notice,
            CallIdentity identity) {
        this.identity = identity;
        this.task = task;
        this.stores = stores;
        this.dispatches = dispatches;
        this.notice = notice;
    }

    /**
     * What surrounds the effects of one decision.
     *
     * @param frame the run and what was at hand
     * @param input what was decided on
     * @param format the format the run is answered in
     * @param contracts what its policy says of tools
     */
    record Scene(RunFrame frame, RunCase input, Format format, Contracts contracts) {
        String runId() {
            return frame.runId();
        }

        Optional<ProposalMessage> proposal() {
            return input.extras().proposal();
        }

        Optional<Stop> stop() {
            return input.stop();
        }
    }

    void carryOut(List<RunEffect> effects, Scene scene, Outbox outbox) {
        effects.forEach(effect -> carryOut(effect, scene, outbox));
    }

    /** Has the runtime asked where a stop reaches the whole run. */
    void ask(RunCase input, Optional<RunState> before, RunDecision decision, Outbox outbox) {
        notice.send(input, before, decision, outbox);
    }

    private void carryOut(RunEffect effect, Scene scene, Outbox outbox) {
        RunFrame frame = scene.frame();
        String runId = scene.runId();
        switch (effect) {
            case RunEffect.Execute e ->
                outbox.send(dispatches.execute(e, frame, payload(runId, e.call().proposalId())));
            case RunEffect.Cancel e -> cancel(e, scene, outbox);
            case RunEffect.Request e -> outbox.send(request(e, scene));
            case RunEffect.AskAdmission e -> outbox.send(AdmissionCodec.ask(e, frame));
            case RunEffect.Withdraw e -> outbox.send(StageWriter.withdraw(e, frame, scene.stop()));
            case RunEffect.Arm e -> stores.deadlines().arm(RunTimers.armed(runId, e.timer(), e.atMs()));
            case RunEffect.Disarm e -> stores.deadlines().disarm(runId, RunTimers.name(runId, e.timer()));
            case RunEffect.Publish e -> publish(e, scene, outbox);
            case RunEffect.RepeatAnswer e -> repeatAnswer(e.proposalId(), runId, outbox);
            case RunEffect.RepeatTerminal e -> repeatTerminal(e.proposalId(), scene, outbox);
            case RunEffect.Reject e -> task.reject(scene.input().arrival(), e.mistake(), outbox);
            case RunEffect.BeginSuccessor e ->
                outbox.send(StageWriter.beginSuccessor(e, frame, stores.keepings(runId)));
            case RunEffect.Forward e ->
                outbox.send(StageWriter.forward(e, frame, scene.input().arrival()));
            case RunEffect.DropPayload e -> stores.dropPayload(runId, e.proposalId());
            case RunEffect.KeepLastGood e ->
                frame.carried().ifPresent(carried -> stores.putLastGood(runId, carried.result()));
            case RunEffect.Forget e -> stores.forget(runId);
        }
    }

    private Outgoing request(RunEffect.Request request, Scene scene) {
        Call call = request.call().call();
        Payload payload = payload(scene.runId(), request.call().proposalId());
        List<String> others = identity.others(
                call.tool(), payload.args(), scene.contracts().identity(call.tool()), call.fingerprint());
        return StageWriter.request(request, scene.frame(), payload, others);
    }

    /** What a stop cancels was running at the stop, and is listed. */
    private void cancel(RunEffect.Cancel cancel, Scene scene, Outbox outbox) {
        outbox.send(dispatches.cancel(cancel, scene.frame()));
        scene.stop()
                .ifPresent(stop -> outbox.send(
                        ContainmentWriter.call(stop, task.name(), cancel.call().dispatchId(), outbox.atMs())));
    }

    private Payload payload(String runId, String proposalId) {
        return stores.payload(runId, proposalId);
    }

    private void publish(RunEffect.Publish publish, Scene scene, Outbox outbox) {
        var record = OutcomeWriter.record(
                publish.outcome(), scene.frame(), stores.keepings(scene.runId()), held(publish.outcome(), scene));
        Optional<String> proposalId = publish.outcome().proposalId();
        Optional<StoredAnswer> pending = proposalId.flatMap(id -> pending(id, scene));
        outbox.send(
                OutcomeWriter.outgoing(record, pending.map(StoredAnswer::format).orElse(scene.format())),
                Traced.as(pending));
        if (publish.outcome().type() == Outcome.Type.TERMINAL) {
            stores.putTerminal(
                    scene.runId(), StoredAnswer.awaited(scene.format()).answered(record));
        }
        if (publish.answers()) {
            pending.ifPresent(asked -> {
                stores.putAnswer(scene.runId(), record.proposalId(), asked.answered(record));
                task.meters().answered(asked, record);
            });
        }
    }

    /** The held call's arguments are shown once: to the proposal it was held for, without what is sensitive in them. */
    private Optional<Json> held(Outcome outcome, Scene scene) {
        return outcome.hold()
                .filter(hold -> outcome.proposalId()
                        .filter(hold.proposal().proposalId()::equals)
                        .isPresent())
                .map(hold -> scene.contracts()
                        .shown(
                                hold.call().tool(),
                                payload(scene.runId(), hold.proposal().proposalId())
                                        .args()));
    }

    /** What was asked under a proposal id: before, or by the proposal at hand. */
    private Optional<StoredAnswer> pending(String proposalId, Scene scene) {
        return stores.answer(scene.runId(), proposalId)
                .or(() -> scene.proposal()
                        .filter(asked -> asked.record().proposalId().equals(proposalId))
                        .map(asked -> StoredAnswer.awaited(asked, scene.input().arrival())));
    }

    private void repeatAnswer(String proposalId, String runId, Outbox outbox) {
        StoredAnswer stored = stores.answer(runId, proposalId)
                .orElseThrow(() -> new IllegalStateException("No answer of " + proposalId + " of run " + runId));
        outbox.send(OutcomeWriter.outgoing(stored.answer(), stored.format()), Traced.as(Optional.of(stored)));
    }

    private void repeatTerminal(String proposalId, Scene scene, Outbox outbox) {
        StoredAnswer stored = stores.terminal(scene.runId())
                .orElseThrow(() -> new IllegalStateException("No terminal outcome of run " + scene.runId()));
        var repeated =
                OutcomeBuilder.builder(stored.answer()).proposalId(proposalId).build();
        outbox.send(OutcomeWriter.outgoing(repeated, scene.format()));
    }
}
