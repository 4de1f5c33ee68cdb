package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.policy.ToolContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A call that was let through and has no final answer yet.
 *
 * @param id the request id of a write, the dispatch id of a read or model call
 * @param proposalId the proposal it answers
 * @param agentId who proposed it
 * @param turn the turn it was proposed in
 * @param call what runs
 * @param contract the tool's contract when it was let through
 * @param state where it stands
 * @param attempt which attempt runs, from 1
 * @param replay whether it only asks for a stored result and reserved nothing
 * @param base the run's revisions when it was let through, by subject
 * @param sentAtMs when its attempt was sent
 * @param dispatchId the dispatch of a granted write; the id itself for reads and model calls
 * @param approval the approval it runs under, where a person had to approve it
 * @param carried where it stood when an ended run, which asked for it, left it to this one, which only waits for what
 *     becomes of it; empty for a call of the run itself
 */
public record OpenCall(
        String id,
        String proposalId,
        String agentId,
        long turn,
        Call call,
        ToolContract contract,
        Standing state,
        int attempt,
        boolean replay,
        Map<String, Long> base,
        long sentAtMs,
        String dispatchId,
        Optional<Approval> approval,
        Optional<Standing> carried) {

    public OpenCall {
        base = Map.copyOf(base);
    }

    /** Where an open call stands. */
    public enum Standing {
        /** Asked of the operation stage, not answered. */
        REQUESTED,
        /** Running somewhere. */
        DISPATCHED,
        /** Nobody knows what became of it. */
        UNKNOWN
    }

    /**
     * What a person's approval brought to a call.
     *
     * @param holdId the hold that was approved; it stands for the approval everywhere
     * @param joined further proposals of the same call that wait for its answer
     */
    public record Approval(String holdId, List<String> joined) {
        public Approval {
            joined = List.copyOf(joined);
        }
    }

    /** The hold it was approved in, where a person had to approve it. */
    public Optional<String> approvalId() {
        return approval.map(Approval::holdId);
    }

    /** What of the cost ceiling is kept for it, in millionths of the policy's currency unit. */
    long reservedMicros() {
        return replay ? 0 : Costs.most(call, contract).orElse(0);
    }

    /** Whether an ended run asked for it. */
    public boolean inherited() {
        return carried.isPresent();
    }

    /** Whether it answers this proposal of the run; what it inherited answers one of another run. */
    public boolean answers(String proposed) {
        return !inherited() && proposalId.equals(proposed);
    }

    /** Every proposal it answers. */
    List<String> proposals() {
        return Stream.concat(Stream.of(proposalId), approval.stream().flatMap(a -> a.joined().stream()))
                .toList();
    }

    OpenCall standing(Standing changed, String dispatched) {
        return new OpenCall(
                id,
                proposalId,
                agentId,
                turn,
                call,
                contract,
                changed,
                attempt,
                replay,
                base,
                sentAtMs,
                dispatched,
                approval,
                carried);
    }

    OpenCall again(String newId, int newAttempt, Standing changed, long atMs) {
        return new OpenCall(
                newId,
                proposalId,
                agentId,
                turn,
                call,
                contract,
                changed,
                newAttempt,
                replay,
                base,
                atMs,
                newId,
                approval,
                carried);
    }

    /** The same as the successor of its run keeps it: no more than it takes to settle it. */
    OpenCall carriedOver() {
        return new OpenCall(
                id,
                proposalId,
                agentId,
                turn,
                call,
                contract,
                state,
                attempt,
                replay,
                Map.of(),
                sentAtMs,
                dispatchId,
                Optional.empty(),
                Optional.of(state));
    }
}
