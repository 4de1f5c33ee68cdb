package dev.interlock.core.operation;

import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.run.Answer;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says a decision in the words of the table. */
final class Wording {
    private Wording() {}

    static OperationTable.Move of(Optional<Operation> before, OperationDecision decision) {
        return new OperationTable.Move(
                decision.verdict().what().code(),
                decision.verdict().reason().map(r -> r.code()).orElse("-"),
                after(before, decision.after()),
                written(decision));
    }

    private static String after(Optional<Operation> before, Optional<Operation> after) {
        Optional<Operation> onlyLater = before.map(o -> OperationFold.apply(
                        before,
                        new OperationChange.Clocked(
                                after.map(Operation::lastAtMs).orElse(0L)))
                .orElseThrow());
        return onlyLater.equals(after) ? "same" : state(after);
    }

    static String state(Optional<Operation> state) {
        return state.map(Wording::state).orElse("absent");
    }

    private static String state(Operation operation) {
        if (operation.conflicting()) {
            return "conflicting";
        }
        if (operation.state() == Operation.State.IN_FLIGHT && operation.claim().stopRequested()) {
            return "stopping";
        }
        return operation.notExecuted() ? "not_executed" : operation.state().code();
    }

    private static String written(OperationDecision decision) {
        String all = decision.effects().stream().map(Wording::effect).collect(Collectors.joining(", "));
        return all.isEmpty() ? "-" : all;
    }

    private static String effect(OperationEffect effect) {
        if (effect instanceof Reply reply) {
            Answer answer = reply.answer();
            String verdict = answer.verdict().name().toLowerCase(Locale.ROOT);
            return (answer.to() == Answer.To.WITHDRAW ? "withdraw reply " : "reply ") + verdict;
        }
        String name = effect.getClass().getSimpleName();
        return name.replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }
}
