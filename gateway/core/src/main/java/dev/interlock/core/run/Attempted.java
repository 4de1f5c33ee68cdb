package dev.interlock.core.run;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Page;
import java.util.Optional;

/**
 * One granted call, as the repetition guards remember it.
 *
 * @param proposalId the proposal it answers
 * @param agentId who proposed it
 * @param turn the turn it was proposed in; the same call twice in one turn counts once
 * @param tool its tool, or the one whose counters that shares
 * @param kind what it does
 * @param fingerprint its fingerprint
 * @param page which page it asked for, where its tool has a page contract
 * @param mark what came of it, once that is known
 */
public record Attempted(
        String proposalId,
        String agentId,
        long turn,
        String tool,
        Kind kind,
        String fingerprint,
        Optional<Page> page,
        Optional<Mark> mark) {

    /**
     * What came of a call.
     *
     * @param resultDigest digest of value or error
     * @param failureCode the error's code when it failed for good; empty otherwise
     * @param passing whether it failed in a way that trying again can help
     * @param changed whether it was a write that changed something
     * @param writes how many writes of the run had changed something or may have by then, itself among them
     * @param pending whether what it asked for was not ready yet, as its tool's poll contract tells it
     * @param pageDigest digest of the records on the page it brought; empty where there are none
     * @param told whether the agent was told already that its tool keeps bringing this
     */
    public record Mark(
            String resultDigest,
            String failureCode,
            boolean passing,
            boolean changed,
            long writes,
            boolean pending,
            String pageDigest,
            boolean told) {

        private Mark asTold() {
            return new Mark(resultDigest, failureCode, passing, changed, writes, pending, pageDigest, true);
        }

        /** Whether it succeeded and brought something to compare. */
        boolean answered() {
            return failureCode.isEmpty() && !passing && !resultDigest.isEmpty();
        }
    }

    Attempted marked(Mark found) {
        return new Attempted(proposalId, agentId, turn, tool, kind, fingerprint, page, Optional.of(found));
    }

    /** The same once the agent was told that this tool keeps bringing the same. */
    Attempted toldOf(String ofTool) {
        return tool.equals(ofTool) && mark.isPresent()
                ? marked(mark.orElseThrow().asTold())
                : this;
    }

    /** Whether it came to an end, and not only to the answer that what it asked for is not ready yet. */
    boolean isAnswered() {
        return mark.filter(found -> !found.pending()).isPresent();
    }

    boolean sameTurn(String otherAgent, long otherTurn) {
        return turn == otherTurn && agentId.equals(otherAgent);
    }
}
