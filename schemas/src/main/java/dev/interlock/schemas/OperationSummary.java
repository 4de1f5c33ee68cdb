package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A write of the run as it stands.
 *
 * @param operationId operation id
 * @param tool tool name
 * @param state whether the effect happened
 * @param epoch current epoch, from 1
 * @param terminal true if nothing more is awaited about it
 * @param receipt receipt of the system of record, where there is one, up to 1 KiB, in a terminal outcome; a larger one stands in the ledger;
 *     may be null
 */
@RecordBuilder
public record OperationSummary(
        String operationId, String tool, String state, long epoch, boolean terminal, Json receipt) {}
