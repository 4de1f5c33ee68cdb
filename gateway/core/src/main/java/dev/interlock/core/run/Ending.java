package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a run is going to end.
 *
 * @param status the status
 * @param reason why
 * @param guard what the guard read, where one fired
 * @param blocked the call it came to an end at, where one was the cause
 * @param waits whether calls in flight are waited for; a stop or deadline ends the waiting
 * @param completable whether validated done may still make it {@code completed}
 * @param withdrawsOpen requests whose withdraw was sent and not answered, once for each sent; the outcome waits for them
 */
public record Ending(
        Status status,
        Reason reason,
        Optional<GuardReading> guard,
        Optional<Blocked> blocked,
        boolean waits,
        boolean completable,
        List<String> withdrawsOpen) {

    public Ending {
        withdrawsOpen = List.copyOf(withdrawsOpen);
    }

    /**
     * A call at which a run ends: one that was not let through, or one whose result the run does not go on from.
     *
     * @param proposalId its proposal
     * @param call the call, where it could be read
     * @param fault what is wrong with the proposal, where something is
     * @param error the tool's failure, where it ran and failed
     * @param inherited whether a run before this one proposed it
     */
    public record Blocked(
            String proposalId,
            Optional<Call> call,
            Optional<Fault> fault,
            Optional<ToolError> error,
            boolean inherited) {

        static Blocked denied(String proposalId, Optional<Call> call) {
            return new Blocked(proposalId, call, Optional.empty(), Optional.empty(), false);
        }

        static Blocked denied(Proposal proposal) {
            return denied(proposal.proposalId(), proposal.call());
        }

        static Blocked ran(OpenCall call, Optional<Result> result) {
            return new Blocked(
                    call.proposalId(),
                    Optional.of(call.call()),
                    Optional.empty(),
                    result.flatMap(Result::error),
                    call.inherited());
        }

        Blocked because(Optional<Fault> wrong) {
            return new Blocked(proposalId, call, wrong.or(() -> fault), error, inherited);
        }
    }

    Ending withdrawSent(String requestId) {
        List<String> more = new ArrayList<>(withdrawsOpen);
        more.add(requestId);
        return new Ending(status, reason, guard, blocked, waits, completable, more);
    }

    Ending withdrawAnswered(String requestId) {
        List<String> fewer = new ArrayList<>(withdrawsOpen);
        fewer.remove(requestId);
        return new Ending(status, reason, guard, blocked, waits, completable, fewer);
    }

    /** Whether it says more of a run than that it reached a ceiling before. */
    boolean prevails() {
        return switch (status) {
            case COMPLETED, NEEDS_RECONCILIATION, NEEDS_HUMAN -> true;
            case STOPPED -> reason.stops();
            case PARTIAL -> false;
        };
    }

    Ending waiting(boolean forCalls, boolean maybeComplete) {
        return new Ending(status, reason, guard, blocked, forCalls, maybeComplete, withdrawsOpen);
    }

    Ending impatient() {
        return new Ending(status, reason, guard, blocked, false, completable, withdrawsOpen);
    }

    Ending as(Status otherStatus, Reason otherReason) {
        return new Ending(otherStatus, otherReason, guard, blocked, waits, false, withdrawsOpen);
    }
}
