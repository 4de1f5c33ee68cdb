package dev.interlock.scenarios.memory;

import dev.interlock.core.operation.Claim;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationChange;
import dev.interlock.core.operation.OperationDecider;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.OperationFold;
import dev.interlock.core.operation.OperationInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operation stage around the core: states and timers. */
final class Operations {
    private final Gateway gateway;
    private final Map<String, Operation> states = new LinkedHashMap<>();
    private final Map<String, List<OperationChange>> journal = new LinkedHashMap<>();
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
            case OperationEffect.Show show -> {}
            case OperationEffect.KeepReport keep -> {}
            case OperationEffect.KeepContradiction keep -> {}
            case OperationEffect.DropContradiction drop -> {}
            case OperationEffect.Query query -> {}
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
                        result -> decide(
                                operationId,
                                new OperationInput.Reported(
                                        claim.dispatchId(),
                                        claim.epoch(),
                                        result,
                                        Optional.empty(),
                                        "report" + ++reports,
                                        gateway.agenda().nowMs())));
    }
}
