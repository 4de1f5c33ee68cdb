package dev.interlock.audit.explain;

import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.RunEffect;
import java.util.Optional;
import java.util.stream.Stream;

/** What followed from a decision, in words. What is only kept for later decisions is left out. */
final class Followed {
    private Followed() {}

    static Stream<String> of(RunEffect effect) {
        return switch (effect) {
            case RunEffect.Execute e ->
                Stream.of("dispatch " + e.call().dispatchId() + ", attempt "
                        + e.call().attempt() + ", of " + e.call().call().tool() + " for " + e.timeoutMs() + " ms");
            case RunEffect.Cancel e ->
                Stream.of("cancel " + e.call().dispatchId() + ", " + e.reason().code());
            case RunEffect.Request e ->
                Stream.of((e.call().replay() ? "ask for the stored result of " : "ask to write ")
                        + e.call().call().operationId().orElse("?"));
            case RunEffect.AskAdmission e -> Stream.of("ask " + e.operationId() + " to be admitted to its chain");
            case RunEffect.Withdraw e -> Stream.of("withdraw " + e.call().id());
            case RunEffect.Publish e -> Stream.of("outcome " + outcome(e.outcome()));
            case RunEffect.RepeatAnswer e -> Stream.of("the stored answer of " + e.proposalId() + " again");
            case RunEffect.RepeatTerminal e -> Stream.of("the terminal outcome again");
            case RunEffect.Reject e -> Stream.of("dead letter: " + e.mistake().rule());
            case RunEffect.BeginSuccessor e ->
                Stream.of("begin " + e.carryOver().initial().runId());
            case RunEffect.Forward e -> Stream.of("pass the answer on to " + e.successorId());
            case RunEffect.Arm e -> Stream.empty();
            case RunEffect.Disarm e -> Stream.empty();
            case RunEffect.DropPayload e -> Stream.empty();
            case RunEffect.KeepLastGood e -> Stream.empty();
            case RunEffect.Forget e -> Stream.of("forget the run");
        };
    }

    static Stream<String> of(OperationEffect effect) {
        return switch (effect) {
            case OperationEffect.Execute e ->
                Stream.of("dispatch " + e.claim().dispatchId() + ", epoch "
                        + e.claim().epoch() + ", of " + e.claim().request().tool() + " for " + e.timeoutMs() + " ms");
            case OperationEffect.Cancel e ->
                Stream.of("cancel " + e.claim().dispatchId() + ", " + e.reason().code());
            case OperationEffect.Query e -> Stream.of("ask a worker: " + e.queryId());
            case OperationEffect.Reply e ->
                Stream.of("answer " + e.runId() + ": "
                        + e.answer().verdict().name().toLowerCase(java.util.Locale.ROOT)
                        + e.answer()
                                .reason()
                                .map(reason -> " / " + reason.code())
                                .orElse(""));
            case OperationEffect.AnswerAdmission e ->
                Stream.of("answer " + e.admission().runId() + " about its chain");
            case OperationEffect.PassOn e -> Stream.of("let " + e.root() + " count");
            case OperationEffect.Reject e ->
                Stream.of("dead letter: " + e.mistake().rule());
            case OperationEffect.Forget e -> Stream.of("forget the operation");
            case OperationEffect.Show e -> Stream.empty();
            case OperationEffect.KeepActivation e -> Stream.empty();
            case OperationEffect.KeepReport e -> Stream.empty();
            case OperationEffect.KeepContradiction e -> Stream.empty();
            case OperationEffect.DropContradiction e -> Stream.empty();
            case OperationEffect.ArmQuery e -> Stream.empty();
            case OperationEffect.DisarmQuery e -> Stream.empty();
            case OperationEffect.ArmTimeout e -> Stream.empty();
            case OperationEffect.DisarmTimeout e -> Stream.empty();
            case OperationEffect.ArmHorizon e -> Stream.empty();
        };
    }

    static String outcome(Outcome outcome) {
        return Stream.of(
                        Optional.of(outcome.type().code()),
                        outcome.status().map(status -> status.code()),
                        outcome.reason().map(reason -> reason.code()))
                .flatMap(Optional::stream)
                .reduce((one, other) -> one + " / " + other)
                .orElse("");
    }
}
