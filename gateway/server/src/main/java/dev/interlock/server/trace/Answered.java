package dev.interlock.server.trace;

import dev.interlock.schemas.GuardReading;
import dev.interlock.schemas.Outcome;
import dev.interlock.server.wire.Asked;
import java.util.Optional;

/**
 * An answer to a proposal, as far as a span tells it: without value, receipt, arguments and texts, which are large and nobody's
 * business there.
 *
 * @param asked what is kept of the proposal
 * @param names what it is about
 * @param type the type of the outcome
 * @param why why it is so, and how a call went
 * @param guard what the guard read, where one fired
 * @param atMs when it was decided
 */
public record Answered(Asked asked, Names names, String type, Why why, Optional<GuardReading> guard, long atMs) {
    /**
     * What it is about.
     *
     * @param runId the run
     * @param proposalId the proposal
     * @param policyHash the policy it was judged by
     */
    public record Names(String runId, String proposalId, String policyHash) {}

    /**
     * Why it is so.
     *
     * @param status how the call went
     * @param reason why it was decided so
     * @param errorClass the class of the tool's error
     */
    public record Why(Optional<String> status, Optional<String> reason, Optional<String> errorClass) {}

    /** What a span tells of an outcome. */
    public static Answered of(Asked asked, Outcome outcome) {
        return new Answered(
                asked,
                new Names(outcome.runId(), outcome.proposalId(), outcome.policyHash()),
                outcome.type(),
                new Why(
                        Optional.ofNullable(outcome.status()),
                        Optional.ofNullable(outcome.reason()),
                        Optional.ofNullable(outcome.error()).map(error -> String.valueOf(error.errorClass()))),
                Optional.ofNullable(outcome.guard()),
                outcome.atMs());
    }
}
