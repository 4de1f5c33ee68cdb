package dev.interlock.worker;

import java.util.Objects;

/**
 * A tool as a worker runs it: one piece of code that does, another that checks. They are separate because what a tool
 * says of itself is no evidence.
 *
 * @param executor does what was dispatched
 * @param verifier looks into the system of record afterwards
 */
public record Tool(ToolExecutor executor, ToolVerifier verifier) {
    public Tool {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(verifier, "verifier");
    }

    /** A tool that only looks, about whose progress nothing is known but its results. */
    public static Tool reading(ToolExecutor executor) {
        return new Tool(executor, (context, output) -> Verified.NOTHING);
    }
}
