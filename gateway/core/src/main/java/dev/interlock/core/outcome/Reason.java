package dev.interlock.core.outcome;

import static dev.interlock.core.outcome.NextAction.HUMAN_REVIEW;
import static dev.interlock.core.outcome.NextAction.QUERY_OPERATION_STATUS;
import static dev.interlock.core.outcome.NextAction.RESUME_AFTER_CHANGE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_HUMAN;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a call was denied or a run ended. The list is closed: every reason the gateway can give is here, with the
 * statuses a run may end in for it and the names the source articles use for the same thing.
 *
 * <p>A reason without a status only ever denies one call; it never ends a run.
 */
public enum Reason {
    VALIDATED_DONE(ends(COMPLETED), "complete"),
    PLAN_EXHAUSTED(ends(PARTIAL)),

    DEADLINE(ends(STOPPED), "wall_clock_cap"),
    TURN_BUDGET(ends(STOPPED), "model_budget"),
    CALL_BUDGET(ends(STOPPED), "tool_budget", "step_cap"),
    RETRY_BUDGET(ends(STOPPED)),
    HANDOFF_BUDGET(ends(STOPPED)),
    PARALLEL_LIMIT(ends(STOPPED)),
    CHAIN_DEPTH(ends(STOPPED)),
    CHAIN_ACTIVATIONS(ends(STOPPED)),
    COST_BUDGET(ends(STOPPED)),
    RATE_LIMIT(ends()),
    DENIALS(ends(STOPPED), "loop_guard_triggered"),

    SAME_CALL(ends(STOPPED), "same_call_repeat", "repeated"),
    SHORT_CYCLE(ends(STOPPED)),
    SAME_FAILURE(ends(STOPPED)),
    NO_PROGRESS(ends(STOPPED)),
    POLL_LIMIT(ends(STOPPED)),
    POLL_DEADLINE(ends(STOPPED)),
    POLL_TOO_FAST(ends(STOPPED)),
    PAGE_CYCLE(ends(STOPPED)),
    PAGE_LIMIT(ends(STOPPED)),

    FATAL(ends(STOPPED)),
    PERMISSION_DENIED(ends(STOPPED)),
    POLICY_BLOCKED(ends(STOPPED)),
    INVALID_RESULT(ends(STOPPED, NEEDS_RECONCILIATION)),
    INVALID_EVIDENCE(ends(STOPPED, NEEDS_RECONCILIATION)),
    EXECUTOR_EXCEPTION(ends(STOPPED, NEEDS_RECONCILIATION)),
    UNKNOWN_COMMIT(ends(NEEDS_RECONCILIATION)),
    RETRY_AFTER_COMMIT(ends(NEEDS_RECONCILIATION)),

    INVALID_CALL(ends(STOPPED)),
    UNKNOWN_TOOL(ends(STOPPED)),
    INVALID_ARGUMENTS(ends(STOPPED)),
    MISSING_OPERATION_ID(ends(STOPPED)),
    OPERATION_CONFLICT(ends(STOPPED)),
    OPERATION_IN_FLIGHT(ends()),
    IDENTITY_RULE_CHANGED(ends()),
    RETRY_TOO_EARLY(ends()),
    PROPOSAL_CONFLICT(ends()),
    STALE_PROPOSAL(ends()),
    STALE_OWNER(ends()),
    NOT_RESUMED_YET(ends()),

    OPERATOR_STOP(ends(STOPPED), "operator_cancelled_loop"),
    AGENT_STOPPED(ends(STOPPED)),
    TOOL_STOPPED(ends(STOPPED)),
    MODEL_STOPPED(ends(STOPPED)),
    CHAIN_STOPPED(ends(STOPPED)),
    ALL_STOPPED(ends(STOPPED)),

    APPROVAL_REQUIRED(ends()),
    APPROVAL_REJECTED(ends(NEEDS_HUMAN)),
    APPROVAL_EXPIRED(ends(NEEDS_HUMAN)),
    HUMAN_REQUIRED(ends(NEEDS_HUMAN), "approval", "human_required");

    private final List<Status> statuses;
    private final List<String> articleNames;

    Reason(List<Status> statuses, String... articleNames) {
        this.statuses = statuses;
        this.articleNames = List.of(articleNames);
    }

    private static List<Status> ends(Status... statuses) {
        return List.of(statuses);
    }

    /** The symbol written in records. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether a guard may watch this reason instead of denying. What cannot be read, has no contract or no identity, or
     * names an operation that is not free cannot be let through, and what bounds memory must not be.
     */
    public boolean mayBeObserved() {
        return switch (this) {
            case INVALID_CALL,
                    UNKNOWN_TOOL,
                    MISSING_OPERATION_ID,
                    OPERATION_CONFLICT,
                    OPERATION_IN_FLIGHT,
                    IDENTITY_RULE_CHANGED,
                    UNKNOWN_COMMIT,
                    PARALLEL_LIMIT -> false;
            default -> true;
        };
    }

    /** Whether an operator's stop is what it says. */
    public boolean stops() {
        return switch (this) {
            case OPERATOR_STOP, AGENT_STOPPED, TOOL_STOPPED, MODEL_STOPPED, CHAIN_STOPPED, ALL_STOPPED -> true;
            default -> false;
        };
    }

    /** The statuses a run may end in for this reason; empty when it only ever denies one call. */
    public List<Status> statuses() {
        return statuses;
    }

    /** The status a guard that stops a run for this reason gives it. */
    public Optional<Status> stopStatus() {
        return statuses.isEmpty() ? Optional.empty() : Optional.of(statuses.get(0));
    }

    /** What the source articles call this reason, where they name it differently. */
    public List<String> articleNames() {
        return articleNames;
    }

    /**
     * What may be done after a run ended so; design section 7.
     *
     * @throws IllegalArgumentException when no run can end in this status for this reason
     */
    public List<NextAction> nextActions(Status status) {
        if (!statuses.contains(status)) {
            throw new IllegalArgumentException("no run ends as " + status.code() + " for " + code());
        }
        return switch (status) {
            case COMPLETED -> List.of(NextAction.NONE);
            case PARTIAL -> List.of(RESUME_AFTER_CHANGE, HUMAN_REVIEW);
            case NEEDS_RECONCILIATION -> List.of(QUERY_OPERATION_STATUS, HUMAN_REVIEW);
            case NEEDS_HUMAN -> List.of(HUMAN_REVIEW);
            case STOPPED -> afterStop();
        };
    }

    private List<NextAction> afterStop() {
        return switch (this) {
            case PERMISSION_DENIED, POLICY_BLOCKED -> List.of(HUMAN_REVIEW, RESUME_AFTER_CHANGE);
            case FATAL,
                    INVALID_RESULT,
                    INVALID_EVIDENCE,
                    EXECUTOR_EXCEPTION,
                    INVALID_CALL,
                    UNKNOWN_TOOL,
                    INVALID_ARGUMENTS,
                    MISSING_OPERATION_ID,
                    OPERATION_CONFLICT,
                    OPERATOR_STOP,
                    AGENT_STOPPED,
                    TOOL_STOPPED,
                    MODEL_STOPPED,
                    CHAIN_STOPPED,
                    ALL_STOPPED -> List.of(HUMAN_REVIEW);
            default -> List.of(RESUME_AFTER_CHANGE, HUMAN_REVIEW);
        };
    }
}
