package dev.interlock.audit.witness;

import dev.interlock.schemas.Control;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.HeldCall;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Symbols.ControlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whoever uses an approval is the call that was approved, and is it alone. A call that is tried again is the same call, and
 * so is an operation that another run asks for after it was proven not to have happened.
 */
final class Holding {
    private final Recording recording;
    private final Map<String, HoldNotice> notices = new HashMap<>();
    private final Map<String, List<Control>> approvals = new HashMap<>();
    private final Map<String, String> users = new HashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    private Holding(Recording recording) {
        this.recording = recording;
        recording.outcomes().stream()
                .map(seen -> seen.record().hold())
                .filter(hold -> hold != null)
                .forEach(hold -> notices.merge(
                        hold.holdId(),
                        hold,
                        (one, other) -> one.call() != null && one.call().args() != null ? one : other));
        recording.passedOn().stream()
                .map(seen -> seen.record().control())
                .filter(control -> ControlType.APPROVE.equals(control.type()) && control.holdId() != null)
                .forEach(control -> approvals
                        .computeIfAbsent(control.holdId(), id -> new ArrayList<>())
                        .add(control));
    }

    static List<Complaint> complaints(Recording recording) {
        Holding all = new Holding(recording);
        recording.executes().stream()
                .filter(seen -> seen.record().approvalId() != null)
                .forEach(all::judge);
        return all.complaints;
    }

    private void judge(Seen<Dispatch> seen) {
        Dispatch dispatch = seen.record();
        if (recording.owns(dispatch.approvalId())) {
            String user = dispatch.operationId() == null
                    ? "call " + dispatch.runId() + " " + dispatch.proposalId()
                    : "operation " + dispatch.operationId();
            String before = users.putIfAbsent(dispatch.approvalId(), user);
            if (before != null && !before.equals(user)) {
                complaints.add(Fault.HOLD_AGAIN.at(seen.at(), "by " + user + ", first by " + before));
            }
        }
        if (recording.owns(dispatch.runId())
                && recording.isWhole(Keys.runChain(dispatch.runId()))
                && recording.isWithin(seen.raw().timestampMs())) {
            judgeCall(seen);
        }
    }

    private void judgeCall(Seen<Dispatch> seen) {
        Dispatch dispatch = seen.record();
        HoldNotice notice = notices.get(dispatch.approvalId());
        boolean approved = approvals.getOrDefault(dispatch.approvalId(), List.of()).stream()
                .anyMatch(control -> isFor(control, dispatch, notice));
        if (!approved) {
            complaints.add(Fault.HOLD_UNAPPROVED.at(seen));
        } else if (!isHeld(notice.call(), dispatch)) {
            complaints.add(Fault.HOLD_OTHER_CALL.at(seen));
        }
    }

    private static boolean isFor(Control control, Dispatch dispatch, HoldNotice notice) {
        return notice != null
                && dispatch.runId().equals(control.runId())
                && (control.digest() == null || control.digest().equals(notice.digest()));
    }

    /** A notice without the call says nothing about it. */
    private static boolean isHeld(HeldCall call, Dispatch dispatch) {
        return call == null
                || call.tool().equals(dispatch.tool())
                        && (call.operationId() == null || call.operationId().equals(dispatch.operationId()))
                        && (call.args() == null || isSame(call.args(), dispatch.args()));
    }

    private static boolean isSame(Json one, Json other) {
        return other != null && one.canonical().equals(other.canonical());
    }
}
