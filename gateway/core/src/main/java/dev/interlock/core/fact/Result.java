package dev.interlock.core.fact;

import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a worker reports about one dispatch.
 *
 * @param status how it went
 * @param effect what happened outside; {@code UNKNOWN} when the symbol is not in the list
 * @param evidence what the verifier found
 * @param value what the tool returned
 * @param error the failure as data
 * @param notExecuted why the fence kept the call from running; only the worker library writes it, and it proves that
 *     nothing was executed
 * @param retryAfterMs milliseconds to wait before trying again
 * @param adapterAttempts how often the adapter tried, at least 1
 * @param pending whether what was asked for is not ready yet, as the tool's poll contract tells it; only of a result that
 *     is {@code OK}
 * @param pageDigest digest of the records on the page it brought, without any cursor, as the tool's page contract tells
 *     them; empty where there are none
 * @param costMicros what the call cost, in millionths of the policy's currency unit; empty when its worker does not say so
 */
public record Result(
        ResultStatus status,
        Effect effect,
        Evidence evidence,
        Value value,
        Optional<ToolError> error,
        Optional<String> notExecuted,
        OptionalLong retryAfterMs,
        int adapterAttempts,
        boolean pending,
        Optional<String> pageDigest,
        OptionalLong costMicros) {

    public Result {
        costMicros.ifPresent(Result::checkCost);
    }

    private static void checkCost(long cost) {
        if (cost < 0 || cost > Ceilings.MOST_MICROS) {
            throw new IllegalArgumentException("cost_micros: must be 0 to " + Ceilings.MOST_MICROS + ", was " + cost);
        }
    }

    /** A result of a tool that has neither polls nor pages, and of unknown cost. */
    public Result(
            ResultStatus status,
            Effect effect,
            Evidence evidence,
            Value value,
            Optional<ToolError> error,
            Optional<String> notExecuted,
            OptionalLong retryAfterMs,
            int adapterAttempts) {
        this(
                status,
                effect,
                evidence,
                value,
                error,
                notExecuted,
                retryAfterMs,
                adapterAttempts,
                false,
                Optional.empty(),
                OptionalLong.empty());
    }

    /** The same, and what was asked for is not ready yet. */
    public Result asPending() {
        return with(retryAfterMs, true, pageDigest, costMicros);
    }

    /** The same, and the page it brought has these records. */
    public Result withPage(String digest) {
        return with(retryAfterMs, pending, Optional.of(digest), costMicros);
    }

    /** The same, and it cost so much. */
    public Result withCostMicros(long cost) {
        return with(retryAfterMs, pending, pageDigest, OptionalLong.of(cost));
    }

    /** The same, but it went otherwise. */
    public Result as(ResultStatus changed, Optional<ToolError> failure) {
        return new Result(
                changed,
                effect,
                evidence,
                value,
                failure,
                notExecuted,
                retryAfterMs,
                adapterAttempts,
                pending,
                pageDigest,
                costMicros);
    }

    /** The same, but its value is told from others by this digest. */
    public Result comparedBy(String digestOfStable) {
        return new Result(
                status,
                effect,
                evidence,
                value.comparedBy(digestOfStable),
                error,
                notExecuted,
                retryAfterMs,
                adapterAttempts,
                pending,
                pageDigest,
                costMicros);
    }

    /** Whether it says that what was asked for is not ready yet. */
    public boolean saysPending() {
        return pending && status == ResultStatus.OK;
    }

    /** The same, but not to be tried again before this many milliseconds, where it does not say longer itself. */
    public Result notBefore(OptionalLong waitMs) {
        if (waitMs.isEmpty() || retryAfterMs.orElse(0) >= waitMs.getAsLong()) {
            return this;
        }
        return with(waitMs, pending, pageDigest, costMicros);
    }

    private Result with(OptionalLong waitMs, boolean notReady, Optional<String> page, OptionalLong cost) {
        return new Result(
                status, effect, evidence, value, error, notExecuted, waitMs, adapterAttempts, notReady, page, cost);
    }

    /** Whether the executor threw. */
    public boolean threw() {
        return failedWith(ToolError.EXECUTOR_EXCEPTION);
    }

    /** Whether the verifier threw: then there is no evidence, whatever the tool itself says. */
    public boolean verifierThrew() {
        return failedWith(ToolError.VERIFIER_EXCEPTION);
    }

    /** Whether its worker gave up on a call whose time was over: it tells no more than a result that is missing. */
    public boolean timedOut() {
        boolean proven = effect == Effect.COMMITTED || effect == Effect.NOT_COMMITTED;
        return failedWith(ToolError.TIMEOUT) && status == ResultStatus.RETRYABLE && !proven;
    }

    /** Whether it is a failure that may pass under its tool's contract. */
    public boolean mayPass(ToolContract contract) {
        return status == ResultStatus.RETRYABLE && contract.passing().contains(failing());
    }

    private ToolContract.Passing failing() {
        if (timedOut()) {
            return ToolContract.Passing.TIMEOUT;
        }
        return error.map(found -> switch (found.kind()) {
                    case TRANSIENT -> ToolContract.Passing.TRANSIENT;
                    case PERMANENT -> ToolContract.Passing.PERMANENT;
                    case INVALID -> ToolContract.Passing.INVALID;
                })
                .orElse(ToolContract.Passing.TRANSIENT);
    }

    private boolean failedWith(String code) {
        return error.filter(e -> e.code().equals(code)).isPresent();
    }
}
