package dev.interlock.scenarios.memory;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Value;
import dev.interlock.core.operation.Admission;
import dev.interlock.core.operation.Claim;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationChange;
import dev.interlock.core.operation.OperationDecider;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.OperationFold;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Resolution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The operation stage around the core: states and timers. */
final class Operations {
    private final Gateway gateway;
    private final Map<String, Operation> states = new LinkedHashMap<>();
    private final Map<String, List<OperationChange>> journal = new LinkedHashMap<>();
    private final Map<List<String>, Long> activations = new HashMap<>();
    private int reports;

    Operations(Gateway gateway) {
        this.gateway = gateway;
    }

    void decide(String operationId, OperationInput input) {
        OperationDecision decision = OperationDecider.decide(
                operationId,
                Optional.ofNullable(states.get(operationId)),
                input,
                gateway.agenda().nowMs());
        journal.computeIfAbsent(operationId, id -> new ArrayList<>()).addAll(decision.changes());
        keep(operationId, decision.after());
        decision.effects().forEach(effect -> perform(operationId, effect));
    }

    void admit(String operationId, Admission admission) {
        Long counted = activations.get(List.of(operationId, admission.requestId()));
        decide(
                operationId,
                new OperationInput.AdmissionAsked(
                        admission, counted == null ? OptionalLong.empty() : OptionalLong.of(counted)));
    }

    List<String> known() {
        return List.copyOf(states.keySet());
    }

    Optional<Operation.State> state(String operationId) {
        return Optional.ofNullable(states.get(operationId)).map(Operation::state);
    }

    /** Forgets all states and folds them again from the changes that were decided. */
    void restore() {
        states.clear();
        journal.forEach((id, changes) -> {
            Optional<Operation> state = Optional.empty();
            for (OperationChange change : changes) {
                state = OperationFold.apply(state, change);
            }
            keep(id, state);
        });
    }

    private void keep(String operationId, Optional<Operation> state) {
        state.ifPresentOrElse(s -> states.put(operationId, s), () -> states.remove(operationId));
    }

    private void perform(String operationId, OperationEffect effect) {
        switch (effect) {
            case OperationEffect.Execute execute -> execute(operationId, execute.claim());
            case OperationEffect.Cancel cancel -> {}
            case OperationEffect.Reply reply -> gateway.reply(reply.runId(), reply.answer());
            case OperationEffect.AnswerAdmission answered ->
                gateway.answerAdmission(answered.admission(), answered.membership());
            case OperationEffect.PassOn passed -> gateway.admit(passed.root(), passed.admission());
            case OperationEffect.KeepActivation counted ->
                activations.put(List.of(operationId, counted.requestId()), counted.number());
            case OperationEffect.Show show -> {}
            case OperationEffect.KeepReport keep -> {}
            case OperationEffect.KeepContradiction keep -> {}
            case OperationEffect.DropContradiction drop -> {}
            case OperationEffect.Query query -> ask(operationId, query);
            case OperationEffect.Reject reject -> {}
            case OperationEffect.ArmQuery arm ->
                gateway.agenda()
                        .arm(
                                List.of(operationId, "query"),
                                arm.atMs(),
                                () -> decide(operationId, new OperationInput.QueryDue(arm.epoch(), arm.attempt())));
            case OperationEffect.DisarmQuery disarm -> gateway.agenda().drop(List.of(operationId, "query"));
            case OperationEffect.ArmTimeout arm ->
                gateway.agenda()
                        .arm(
                                List.of(operationId, "timeout"),
                                arm.atMs(),
                                () -> decide(operationId, new OperationInput.TimeoutDue(arm.epoch())));
            case OperationEffect.DisarmTimeout disarm -> gateway.agenda().drop(List.of(operationId, "timeout"));
            case OperationEffect.ArmHorizon arm ->
                gateway.agenda()
                        .arm(
                                List.of(operationId, "horizon"),
                                arm.atMs(),
                                () -> decide(operationId, new OperationInput.HorizonDue(arm.version())));
            case OperationEffect.Forget forget -> {}
        }
    }

    private void execute(String operationId, Claim claim) {
        gateway.tools()
                .dispatch(
                        claim.request().runId(),
                        claim.request().proposalId(),
                        result -> report(operationId, claim.dispatchId(), claim, result, Optional.empty()));
    }

    /** The effect that is found is that of the dispatch asked about. */
    private void ask(String operationId, OperationEffect.Query query) {
        Claim claim = query.claim();
        gateway.tools()
                .query(
                        claim.request().runId(),
                        claim.request().proposalId(),
                        result -> report(operationId, query.queryId(), claim, result, Optional.of(claim.dispatchId())));
    }

    private void report(String operationId, String dispatchId, Claim claim, Result result, Optional<String> causedBy) {
        decide(
                operationId,
                new OperationInput.Reported(
                        dispatchId,
                        claim.epoch(),
                        result,
                        causedBy,
                        "report" + ++reports,
                        gateway.agenda().nowMs()));
    }

    /** An operator says what became of an unknown operation. */
    void settle(String operationId, Operation.State found) {
        long nowMs = gateway.agenda().nowMs();
        Operation before = states.get(operationId);
        Resolution resolution = new Resolution(
                "settle",
                "ann",
                "looked it up",
                found,
                before.version(),
                OptionalLong.of(nowMs),
                new Value("\"seen by eye\"", false),
                "digest",
                nowMs);
        decide(operationId, new OperationInput.Resolved(resolution));
        if (states.get(operationId).equals(before)) {
            throw new IllegalStateException("it was refused to settle " + operationId + " as " + found);
        }
    }
}
