package dev.interlock.schemas;

/**
 * The symbols of the open lists. Records carry them as text, so that an unknown symbol can be read, named and answered;
 * match them with a default branch.
 */
public final class Symbols {
    private Symbols() {}

    /** What is proposed. */
    public static final class ProposalType {
        public static final String CALL = "call";
        public static final String FINISH = "finish";

        private ProposalType() {}
    }

    /** What a call does. */
    public static final class Kind {
        public static final String READ = "read";
        public static final String WRITE = "write";
        public static final String MODEL = "model";

        private Kind() {}
    }

    /** Why a finish is proposed. */
    public static final class FinishCause {
        public static final String AGENT = "agent";
        public static final String FRAMEWORK_LIMIT = "framework_limit";
        public static final String ERROR = "error";

        private FinishCause() {}
    }

    /** What a worker shall do. */
    public static final class DispatchType {
        public static final String EXECUTE = "execute";
        public static final String QUERY = "query";
        public static final String CANCEL = "cancel";
        public static final String MARKER = "marker";

        private DispatchType() {}
    }

    /** What is reported about a dispatch. */
    public static final class ResultType {
        public static final String RESULT = "result";
        public static final String RUNNING = "running";
        public static final String DUE = "due";

        private ResultType() {}
    }

    /** How a call ended, as the worker reports it. */
    public static final class Status {
        public static final String OK = "ok";
        public static final String RETRYABLE = "retryable";
        public static final String FATAL = "fatal";
        public static final String PERMISSION_DENIED = "permission_denied";
        public static final String POLICY_BLOCKED = "policy_blocked";
        public static final String HUMAN_REQUIRED = "human_required";

        private Status() {}
    }

    /** What happened to the outside world. */
    public static final class Effect {
        public static final String NONE = "none";
        public static final String COMMITTED = "committed";
        public static final String NOT_COMMITTED = "not_committed";
        public static final String UNKNOWN = "unknown";

        private Effect() {}
    }

    /** Whether trying again can help. */
    public static final class ErrorClass {
        public static final String TRANSIENT = "transient";
        public static final String PERMANENT = "permanent";
        public static final String INVALID = "invalid";

        private ErrorClass() {}
    }

    /** Why the fence kept a call from being executed. */
    public static final class FenceReason {
        public static final String CANCELLED = "cancelled";
        public static final String OLD_EPOCH = "old_epoch";
        public static final String NO_TIME_LEFT = "no_time_left";
        public static final String FENCE_STALE = "fence_stale";
        public static final String PARTITION_LOST = "partition_lost";

        private FenceReason() {}
    }

    /** Which deadline was reached. */
    public static final class DueKind {
        public static final String TIMEOUT = "timeout";
        public static final String QUERY = "query";
        public static final String RUN_DEADLINE = "run_deadline";
        public static final String HOLD_EXPIRY = "hold_expiry";
        public static final String RETRY = "retry";
        public static final String STUB_EXPIRY = "stub_expiry";
        /** Not written any more: the steps of a stop are no records. */
        public static final String SWEEP = "sweep";

        public static final String FLAG_EXPIRY = "flag_expiry";
        public static final String ALIVE_EXPIRY = "alive_expiry";

        private DueKind() {}
    }

    /** What counts as progress of a run. */
    public static final class ProgressRule {
        public static final String REVISION = "revision";
        public static final String NEW_RESULT = "new_result";

        private ProgressRule() {}
    }

    /** What is answered. */
    public static final class OutcomeType {
        public static final String RESULT = "result";
        public static final String REPLAYED = "replayed";
        public static final String DENIED = "denied";
        public static final String PAUSED = "paused";
        public static final String TERMINAL = "terminal";
        public static final String SETTLED = "settled";
        public static final String CONTAINMENT = "containment";

        private OutcomeType() {}
    }

    /** Whether the effect of a write happened. */
    public static final class OperationState {
        public static final String IN_FLIGHT = "in_flight";
        public static final String COMMITTED = "committed";
        public static final String NOT_COMMITTED = "not_committed";
        public static final String UNKNOWN = "unknown";

        private OperationState() {}
    }

    /** What an operator found about an operation. */
    public static final class Resolution {
        public static final String COMMITTED = "committed";
        public static final String NOT_COMMITTED = "not_committed";

        private Resolution() {}
    }

    /** Whether a scope is stopped. */
    public static final class StopState {
        public static final String STOPPED = "stopped";
        public static final String LIFTED = "lifted";

        private StopState() {}
    }

    /** Which command. */
    public static final class ControlType {
        public static final String STOP = "stop";
        public static final String LIFT = "lift";
        public static final String APPROVE = "approve";
        public static final String REJECT = "reject";
        public static final String RESOLVE = "resolve";
        public static final String RESUME = "resume";
        public static final String GRANT = "grant";
        public static final String ALIVE = "alive";
        public static final String PUBLISH_POLICY = "publish_policy";

        private ControlType() {}
    }

    /** Which commands leave a marker in a dispatch partition. */
    public static final class MarkerType {
        public static final String STOP = "stop";
        public static final String LIFT = "lift";

        private MarkerType() {}
    }

    /** The stages that decide, each for its own records. */
    public static final class Stage {
        public static final String RUN = "run";
        public static final String OPERATION = "operation";

        private Stage() {}
    }

    /** What a command names. */
    public static final class ScopeKind {
        public static final String RUN = "run";
        public static final String AGENT = "agent";
        public static final String TOOL = "tool";
        public static final String MODEL = "model";
        public static final String CHAIN = "chain";
        public static final String ALL = "all";

        private ScopeKind() {}
    }

    /** The change that makes a resumed run different. */
    public static final class ResumeChange {
        public static final String NEW_CURSOR = "new_cursor";
        public static final String RETRY_AFTER_ELAPSED = "retry_after_elapsed";
        public static final String ARGUMENTS_CORRECTED = "arguments_corrected";
        public static final String AUTHORISATION_UPDATED = "authorisation_updated";
        public static final String STRATEGY_CHANGED = "strategy_changed";

        private ResumeChange() {}
    }

    /** What a run stage asks the operation stage. */
    public static final class RequestType {
        public static final String REQUEST = "request";
        public static final String WITHDRAW = "withdraw";
        public static final String ADMIT = "admit";
        public static final String MARKER = "marker";

        private RequestType() {}
    }

    /** What a stage answer answers. */
    public static final class AnswerTo {
        public static final String REQUEST = "request";
        public static final String WITHDRAW = "withdraw";
        public static final String ADMIT = "admit";
        public static final String RESUME = "resume";

        private AnswerTo() {}
    }

    /** The answer of the operation stage. */
    public static final class Verdict {
        public static final String GRANTED = "granted";
        public static final String REFUSED = "refused";
        public static final String REPLAYED = "replayed";
        public static final String COMMITTED = "committed";
        public static final String NOT_COMMITTED = "not_committed";
        public static final String UNKNOWN = "unknown";
        public static final String EXHAUSTED = "exhausted";
        public static final String RECHECK = "recheck";
        public static final String WITHDRAWN = "withdrawn";
        public static final String ADMITTED = "admitted";
        public static final String CARRIED_OVER = "carried_over";

        private Verdict() {}
    }

    /** Which part of a containment report a record is. */
    public static final class ContainmentPart {
        public static final String HEADER = "header";
        public static final String OPERATION = "operation";
        public static final String COUNT = "count";
        public static final String RUNTIME = "runtime";

        private ContainmentPart() {}
    }

    /** How an operation stood at a stop. */
    public static final class ContainmentState {
        public static final String PREVENTED = "prevented";
        public static final String IN_FLIGHT = "in_flight";
        public static final String COMMITTED = "committed";
        public static final String NOT_COMMITTED = "not_committed";
        public static final String UNKNOWN = "unknown";

        private ContainmentState() {}
    }

    /** What became of asking the runtime of an agent to stop a run. */
    public static final class RuntimeState {
        public static final String PENDING = "pending";
        public static final String REQUESTED = "requested";
        public static final String CONFIRMED = "confirmed";
        public static final String REFUSED = "refused";
        public static final String FAILED = "failed";

        private RuntimeState() {}
    }
}
