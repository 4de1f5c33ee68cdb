package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A call whose result is not in.
 *
 * @param dispatchId the dispatch, where one is known to exist; may be null
 * @param requestId the request to the operation stage, where no grant has been seen; may be null
 * @param proposalId the proposal it came from
 * @param tool tool name
 * @param operationId operation id of a write; may be null
 * @param attempt attempt number, from 1
 * @param inherited true if an earlier run proposed it, which this one goes on from
 */
@RecordBuilder
public record OpenCall(
        String dispatchId,
        String requestId,
        String proposalId,
        String tool,
        String operationId,
        int attempt,
        boolean inherited) {}
