package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.HOLD_AGAIN;
import static dev.interlock.audit.witness.Fault.HOLD_OTHER_CALL;
import static dev.interlock.audit.witness.Fault.HOLD_UNAPPROVED;

import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is done to calls that a person approved, and to the approval. */
final class HoldForgeries {
    private HoldForgeries() {}

    static Stream<Forgery> all() {
        return Stream.of(
                Forgery.of(
                        "an approval lets a second call through",
                        it -> DispatchForgeries.dispatch(
                                it,
                                DispatchForgeries.last(it, RecordedLife.HELD),
                                read(it),
                                dispatch -> dispatch.dispatchId("forged").proposalId("forged")),
                        HOLD_AGAIN),
                Forgery.of(
                        "the call that was approved is tried again",
                        it -> DispatchForgeries.dispatch(
                                it,
                                DispatchForgeries.last(it, RecordedLife.HELD),
                                read(it),
                                dispatch -> dispatch.dispatchId("forged").attempt(2))),
                Forgery.of(
                        "what is dispatched has other arguments than what was approved",
                        it -> change(it, dispatch -> dispatch.args(Json.of(Map.of("revision", 7)))),
                        HOLD_OTHER_CALL),
                Forgery.of(
                        "another tool is dispatched than was approved",
                        it -> change(it, dispatch -> dispatch.tool("other")),
                        HOLD_OTHER_CALL),
                Forgery.of(
                        "another hold was approved",
                        it -> approve(it, control -> control.holdId("other")),
                        HOLD_UNAPPROVED),
                Forgery.of(
                        "a call of another run was approved",
                        it -> approve(it, control -> control.runId(RecordedLife.OPEN)),
                        HOLD_UNAPPROVED),
                Forgery.of(
                        "the person saw another call",
                        it -> approve(it, control -> control.digest("1".repeat(64))),
                        HOLD_UNAPPROVED));
    }

    private static Seen<Dispatch> read(Forger it) {
        return it.recording().executes().stream()
                .filter(seen -> RecordedLife.HELD.equals(seen.record().runId()))
                .filter(seen -> seen.record().operationId() == null)
                .findFirst()
                .orElseThrow();
    }

    private static void change(Forger it, UnaryOperator<DispatchBuilder> what) {
        Seen<Dispatch> dispatch = read(it);
        it.change(
                dispatch, what.apply(DispatchBuilder.builder(dispatch.record())).build());
    }

    /** Says something else of the approval as it came to the run. */
    private static void approve(Forger it, UnaryOperator<ControlBuilder> what) {
        String used = read(it).record().approvalId();
        Seen<StageControl> approval = it.recording().passedOn().stream()
                .filter(seen -> isApproval(seen.record().control(), used))
                .findFirst()
                .orElseThrow();
        Control changed =
                what.apply(ControlBuilder.builder(approval.record().control())).build();
        it.change(
                approval,
                new StageControl(
                        changed, approval.record().origin(), approval.record().atMs()));
    }

    private static boolean isApproval(Control control, String holdId) {
        return ControlType.APPROVE.equals(control.type()) && holdId.equals(control.holdId());
    }
}
