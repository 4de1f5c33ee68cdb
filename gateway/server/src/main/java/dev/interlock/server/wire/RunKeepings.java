package dev.interlock.server.wire;

import dev.interlock.schemas.Json;
import dev.interlock.schemas.OperationResult;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is kept of a run beside its state, to be shown in its outcomes.
 *
 * @param lastGood its last good result, where there is one
 * @param receipts the receipt of one of its operations by that operation's id, where there is a small one
 */
public record RunKeepings(Optional<OperationResult> lastGood, Function<String, Optional<Json>> receipts) {
    /** Nothing is kept. */
    public static final RunKeepings NONE = new RunKeepings(Optional.empty(), id -> Optional.empty());
}
