package dev.interlock.backtest.trace;

import dev.interlock.schemas.Json;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A recorded call and what it brought.
 *
 * @param agent who called; one agent where the trace names none
 * @param tool the tool
 * @param kind what the call does
 * @param args its arguments
 * @param operationId the business identity of a write, where the trace gives one
 * @param turn the model answer it was part of; a turn of its own where the trace gives none
 * @param userTurn how often a person had spoken
 * @param atMs when it was proposed
 * @param result what came back
 */
public record TracedCall(
        String agent,
        String tool,
        Kind kind,
        Json args,
        Optional<String> operationId,
        OptionalLong turn,
        OptionalLong userTurn,
        OptionalLong atMs,
        TracedResult result) {

    /** What a recorded call does, as far as that is known. */
    public enum Kind {
        READ,
        WRITE,
        MODEL,
        /** It may have changed something, such as a command of a shell. */
        UNKNOWN
    }
}
