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
     * @param missing that nobody reported in time what came of it
     */
    public record Mark(
            String resultDigest,
            String failureCode,
            boolean passing,
            boolean changed,
            long writes,
            boolean pending,
            String pageDigest,
            boolean told,
            Optional<Missing> missing) {

        /** Nobody reported what came of it. */
        static Mark unreported(String dispatchId, long writes) {
            return new Mark(
                    "", "", false, false, writes, false, "", false, Optional.of(new Missing(dispatchId, false)));
        }

        private Mark asTold() {
            return new Mark(resultDigest, failureCode, passing, changed, writes, pending, pageDigest, true, missing);
        }

        /** The same once it was reported after all. */
        private Mark reportedLate() {
            return new Mark(
                    resultDigest,
                    failureCode,
                    passing,
                    changed,
                    writes,
                    pending,
                    pageDigest,
                    told,
                    missing.map(m -> new Missing(m.dispatchId(), true)));
        }

        /** Whether it succeeded and brought something to compare. */
        boolean answered() {
            return failureCode.isEmpty() && !passing && !resultDigest.isEmpty();
        }
    }

    /**
     * An outcome nobody reported in time. The agent was told so, and what comes later tells nothing about the call; but it
     * tells that the tool answers.
     *
     * @param dispatchId the last dispatch of the call
     * @param cameLate whether it was reported after all
     */
    public record Missing(String dispatchId, boolean cameLate) {}

    /** Whether nobody reported in time what came of it: neither a success nor a failure. */
    boolean isMissing() {
        return mark.flatMap(Mark::missing).isPresent();
    }

    /** Whether it is still not reported, and the agent was not told yet that its tool keeps coming to that. */
    boolean isUntoldMissing() {
        return mark.filter(found -> !found.told())
                .flatMap(Mark::missing)
                .filter(missing -> !missing.cameLate())
                .isPresent();
    }

    /** What came of it, where somebody reported that in time. */
    Optional<Mark> reported() {
        return mark.filter(found -> found.missing().isEmpty());
    }

    /** Whether nobody has reported so far what came of this dispatch of it. */
    boolean awaits(String dispatchId) {
        return mark.flatMap(Mark::missing)
                .filter(missing -> missing.dispatchId().equals(dispatchId) && !missing.cameLate())
                .isPresent();
    }

    Attempted reportedLate() {
        return marked(mark.orElseThrow().reportedLate());
    }

    Attempted marked(Mark found) {
        return new Attempted(proposalId, agentId, turn, tool, kind, fingerprint, page, Optional.of(found));
    }

    /** The same once the agent was told that this tool keeps bringing the same, or keeps coming to no outcome. */
    Attempted toldOf(String ofTool, boolean unreported) {
        return tool.equals(ofTool) && mark.isPresent() && isMissing() == unreported
                ? marked(mark.orElseThrow().asTold())
                : this;
    }

    /** Whether it came to an end, and not only to the answer that what it asked for is not ready yet. */
    boolean isAnswered() {
        return reported().filter(found -> !found.pending()).isPresent();
    }

    boolean sameTurn(String otherAgent, long otherTurn) {
        return turn == otherTurn && agentId.equals(otherAgent);
    }
}
