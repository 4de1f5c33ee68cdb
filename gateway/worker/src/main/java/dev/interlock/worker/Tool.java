package dev.interlock.worker;

import java.util.Objects;
import java.util.Optional;

/**
 * A tool as a worker runs it: one piece of code that does, another that checks. They are separate because what a tool
 * says of itself is no evidence.
 *
 * @param executor does what was dispatched
 * @param verifier looks into the system of record afterwards
 * @param query says what became of a write that was not answered; empty where nobody here can tell
 */
public record Tool(ToolExecutor executor, ToolVerifier verifier, Optional<ToolQuery> query) {
    public Tool {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(verifier, "verifier");
        Objects.requireNonNull(query, "query");
    }

    /** A tool that cannot tell what became of a write that was not answered. */
    public Tool(ToolExecutor executor, ToolVerifier verifier) {
        this(executor, verifier, Optional.empty());
    }

    /**
     * The same tool, which can tell. The gateway asks where the tool's contract says {@code queryable}; a worker without a
     * query answers such a question by saying that nobody can, and then an operator has to settle the operation.
     */
    public Tool withQuery(ToolQuery changed) {
        return new Tool(executor, verifier, Optional.of(changed));
    }

    /** A tool that only looks, about whose progress nothing is known but its results. */
    public static Tool reading(ToolExecutor executor) {
        return new Tool(executor, (context, output) -> Verified.NOTHING);
    }
}
