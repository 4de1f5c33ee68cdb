package dev.interlock.core.fact;

/**
 * A tool's failure as data.
 *
 * @param kind whether trying again can help
 * @param code the tool's own code, or one of the library's, which begin with {@code interlock.}
 */
public record ToolError(Kind kind, String code) {
    /** The worker library's code for an executor that threw. */
    public static final String EXECUTOR_EXCEPTION = "interlock.executor_exception";

    /** The worker library's code for a verifier that threw. */
    public static final String VERIFIER_EXCEPTION = "interlock.verifier_exception";

    /** The worker library's code for a question about an operation that nobody there can answer. */
    public static final String NOT_QUERYABLE = "interlock.not_queryable";

    /** The code of gateway and worker library for a result that did not come in time. */
    public static final String TIMEOUT = "interlock.timeout";

    /** Whether trying again can help. */
    public enum Kind {
        TRANSIENT,
        PERMANENT,
        INVALID
    }
}
