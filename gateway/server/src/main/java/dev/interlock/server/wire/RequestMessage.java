package dev.interlock.server.wire;

import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.StageRequest;

/**
 * A request or withdraw as the operation stage reads it.
 *
 * @param record the record; its arguments travel on into the dispatch
 * @param input what the core decides on
 */
public record RequestMessage(StageRequest record, OperationInput input) {}
