package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.interlock.schemas.CarryOver;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.ChainSnapshotBuilder;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.DeadLetterBuilder;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.JournalInputBuilder;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerOperationBuilder;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.StageRequestBuilder;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.WireRecord;
import java.util.List;

/** Records without what no check looks at: arguments, values and facts are most of what they are. */
final class Slim {
    private Slim() {}

    static WireRecord of(WireRecord record) {
        return switch (record) {
            case JournalEntry entry -> slim(entry);
            case ChainSnapshot snapshot ->
                ChainSnapshotBuilder.builder(snapshot).state(null).build();
            case Proposal proposal ->
                ProposalBuilder.builder(proposal).args(null).build();
            case Dispatch dispatch ->
                DispatchBuilder.builder(dispatch)
                        .args(dispatch.approvalId() == null ? null : dispatch.args())
                        .traceparent(null)
                        .build();
            case Result result ->
                ResultBuilder.builder(result)
                        .value(null)
                        .evidence(null)
                        .error(null)
                        .build();
            case Outcome outcome -> slim(outcome);
            case StageRequest request ->
                StageRequestBuilder.builder(request)
                        .args(null)
                        .contract(null)
                        .base(List.of())
                        .build();
            case StageAnswer answer -> slim(answer);
            case StageControl control -> new StageControl(slim(control.control()), control.origin(), control.atMs());
            case LedgerOperation operation ->
                LedgerOperationBuilder.builder(operation)
                        .result(null)
                        .receipt(null)
                        .conflictingReceipt(null)
                        .build();
            case DeadLetter letter ->
                DeadLetterBuilder.builder(letter).payloadBase64("").build();
            case Control control -> slim(control);
            default -> record;
        };
    }

    /** Facts are compared, and those of a grant are read. */
    private static JournalEntry slim(JournalEntry entry) {
        Json facts = Raised.raises(entry)
                ? entry.input().facts()
                : Json.of(IntNode.valueOf(entry.input().facts().node().hashCode()));
        return JournalEntryBuilder.builder(entry)
                .input(JournalInputBuilder.builder(entry.input()).facts(facts).build())
                .guard(null)
                .judged(List.of())
                .stateHash("")
                .effects(entry.effects().stream()
                        .map(effect -> new JournalEffect(effect.kind(), effect.key(), effect.digest(), null))
                        .toList())
                .build();
    }

    /** The end of a run is compared with how it was told before. */
    private static Outcome slim(Outcome outcome) {
        OutcomeBuilder slim = OutcomeBuilder.builder(outcome).value(null);
        return OutcomeType.TERMINAL.equals(outcome.type())
                ? slim.build()
                : slim.guard(null)
                        .error(null)
                        .lastGood(null)
                        .blockedCall(null)
                        .operations(List.of())
                        .build();
    }

    private static StageAnswer slim(StageAnswer answer) {
        CarryOver carried = answer.carryOver();
        return StageAnswerBuilder.builder(answer)
                .result(null)
                .guard(null)
                .base(List.of())
                .carryOver(
                        carried == null
                                ? null
                                : new CarryOver(carried.endedRunId(), carried.controlId(), carried.change(), null))
                .build();
    }

    private static Control slim(Control control) {
        return ControlBuilder.builder(control)
                .policy(null)
                .value(null)
                .receipt(null)
                .build();
    }
}
