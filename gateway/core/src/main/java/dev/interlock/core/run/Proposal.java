package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.outcome.Reason;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A call an agent wants, as the core sees it.
 *
 * @param proposalId the agent's id for it, unique in the run
 * @param contentDigest digest of everything the proposal says, to tell a resend from a reuse of the id
 * @param agentId who proposes
 * @param turn the agent's model turn
 * @param userTurn how often a person has spoken, where the agent says so
 * @param handoffFrom the agent that handed over, where one did
 * @param causedBy the operation that triggered the run, where the agent says so
 * @param ownerEpoch the epoch of the process that owns the run, where the agent says so
 * @param issuedAtMs when the agent issued it, by its own clock
 * @param call what it wants to run; absent when {@code fault} says the call cannot be read
 * @param fault what was found against the call outside the core, the first that decides: what is wrong with its shape,
 *     what its tool's contract says against its arguments ({@code invalid_arguments}), or the rule that denies it
 *     ({@code policy_blocked}) or has a person asked ({@code approval_required}). Each counts in the row of its reason
 */
public record Proposal(
        String proposalId,
        String contentDigest,
        String agentId,
        long turn,
        OptionalLong userTurn,
        Optional<String> handoffFrom,
        Optional<String> causedBy,
        OptionalLong ownerEpoch,
        long issuedAtMs,
        Optional<Call> call,
        Optional<Fault> fault) {

    /** Reasons of faults of a call that can be read; all others say that there is none. */
    static final Set<Reason> COUNTED_LATER = Collections.unmodifiableSet(
            EnumSet.of(Reason.INVALID_ARGUMENTS, Reason.POLICY_BLOCKED, Reason.APPROVAL_REQUIRED));
}
