package dev.interlock.core.fact;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.Map;
import java.util.Optional;

/** Whether a result can be believed: exception, status, shape, evidence and effect, in the contract's order. */
public final class Soundness {
    private Soundness() {}

    /**
     * The first thing wrong with a result; design section 6.
     *
     * @param result what the worker reported
     * @param kind what the call does
     * @param contract what the tool promised
     * @param revisions the revisions that were current when the call was dispatched, by subject
     * @return empty when the result is sound
     */
    public static Optional<Reason> fault(Result result, Kind kind, ToolContract contract, Map<String, Long> revisions) {
        if (result.threw()) {
            return Optional.of(Reason.EXECUTOR_EXCEPTION);
        }
        if (kind == Kind.WRITE && result.timedOut()) {
            return Optional.of(Reason.UNKNOWN_COMMIT);
        }
        if (result.status() == ResultStatus.UNRECOGNISED || lacksData(result, contract)) {
            return Optional.of(Reason.INVALID_RESULT);
        }
        if (evidenceIsInvalid(result, kind, contract, revisions)) {
            return Optional.of(Reason.INVALID_EVIDENCE);
        }
        if (kind == Kind.WRITE && effectIsOpen(result)) {
            return Optional.of(Reason.UNKNOWN_COMMIT);
        }
        return Optional.empty();
    }

    private static boolean lacksData(Result result, ToolContract contract) {
        return contract.requiresData()
                && result.status() == ResultStatus.OK
                && result.value().empty();
    }

    private static boolean evidenceIsInvalid(
            Result result, Kind kind, ToolContract contract, Map<String, Long> revisions) {
        Evidence evidence = result.evidence();
        boolean required = contract.progress() == ProgressRule.REVISION;
        boolean missing = evidence.revision().isEmpty() || evidence.done().isEmpty();
        if (evidence.malformed() || result.verifierThrew() || (required && missing)) {
            return true;
        }
        if (evidence.revision().isPresent()
                && evidence.revision().getAsLong() < revisions.getOrDefault(evidence.counter(), 0L)) {
            return true;
        }
        if (evidence.saysDone() && result.status() != ResultStatus.OK) {
            return true;
        }
        return kind != Kind.WRITE && result.effect() != Effect.NONE;
    }

    private static boolean effectIsOpen(Result result) {
        boolean settled = result.effect() == Effect.COMMITTED || result.effect() == Effect.NOT_COMMITTED;
        return !settled || (result.evidence().saysDone() && result.effect() != Effect.COMMITTED);
    }
}
