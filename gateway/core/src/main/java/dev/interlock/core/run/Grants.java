package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;

/** Lets a call through: reserves what it costs and sends it to a worker or to the operation stage. */
record Grants(RunDraft draft, Proposal proposal, Call call, ToolContract contract) {

    /** Lets the call through. {@code observed} is what a guard that only watches would have said. */
    Verdict grant(Optional<Finding> observed, Optional<OpenCall.Approval> approval) {
        boolean write = call.kind() == Kind.WRITE;
        OpenCall opened = open(write ? OpenCall.Standing.REQUESTED : OpenCall.Standing.DISPATCHED, false, approval);
        if (isRetry()) {
            draft.change(new RunChange.RetriesUsed(1));
        }
        draft.change(new RunChange.Opened(
                opened, draft.policy().repetition().identical().window()));
        sent(draft, opened);
        if (proposal.handoffFrom().isPresent()) {
            draft.change(new RunChange.HandedOver());
        }
        if (write) {
            offer(approval);
            request(draft, opened);
        } else {
            new Holding(draft).used(opened);
            execute(draft, opened);
        }
        Optional<Reason> reason = observed.map(Finding::reason);
        Optional<GuardReading> guard = observed.flatMap(f -> f.denial().guard());
        return new Verdict(write ? Verdict.What.REQUESTED : Verdict.What.GRANTED, reason, guard);
    }

    /** Asks for the stored result of a committed operation. */
    Verdict replay(Optional<OpenCall.Approval> approval) {
        OpenCall asked = open(OpenCall.Standing.REQUESTED, true, approval);
        draft.change(new RunChange.ReplayAsked(asked));
        offer(approval);
        request(draft, asked);
        return Verdict.of(Verdict.What.REPLAY_REQUESTED);
    }

    /** The approval travels with the request; the answer says whether it was used. */
    private void offer(Optional<OpenCall.Approval> approval) {
        approval.ifPresent(a -> draft.change(new RunChange.HoldMoved(a.holdId(), Hold.Standing.OFFERED)));
    }

    /** What is sent counts towards the rates that hold for it. */
    static void sent(RunDraft draft, OpenCall call) {
        Rates.Rules rules = Rates.Rules.of(draft.policy(), call.contract());
        if (!rules.isEmpty()) {
            draft.change(new RunChange.Sent(call.contract().counted(call.call().tool()), rules));
        }
    }

    static void execute(RunDraft draft, OpenCall call) {
        long timeout = call.contract().timeoutMs();
        draft.effect(new RunEffect.Execute(call, timeout));
        draft.effect(new RunEffect.Arm(new Timer.Dispatch(call.id(), call.attempt()), draft.at() + timeout));
    }

    static void request(RunDraft draft, OpenCall call) {
        draft.effect(new RunEffect.Request(call, draft.state().progress().revisions()));
    }

    /** An id no other run has, nor a later run of the same name: the time the run began is part of it. */
    static String nextId(RunDraft draft, Kind kind) {
        return nextId(draft, kind == Kind.WRITE ? ".q" : ".d");
    }

    static String nextId(RunDraft draft, String mark) {
        String begun = Long.toString(draft.state().startedAtMs(), Character.MAX_RADIX);
        return draft.state().runId() + "#" + begun + mark + (draft.state().serial() + 1);
    }

    private OpenCall open(OpenCall.Standing standing, boolean replay, Optional<OpenCall.Approval> approval) {
        String id = nextId(draft, call.kind());
        return new OpenCall(
                id,
                proposal.proposalId(),
                proposal.agentId(),
                proposal.turn(),
                call,
                contract,
                standing,
                attempt(),
                replay,
                draft.state().progress().revisions(),
                draft.at(),
                id,
                approval,
                Optional.empty());
    }

    private boolean isRetry() {
        return draft.state().history().retries().containsKey(call.fingerprint());
    }

    private int attempt() {
        History.Retry retry = draft.state().history().retries().get(call.fingerprint());
        return retry == null ? 1 : retry.attempts() + 1;
    }
}
