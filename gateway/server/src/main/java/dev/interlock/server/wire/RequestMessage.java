package dev.interlock.server.wire;

import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.StageRequest;
import java.util.Optional;

/**
 * A request, withdraw or marker as the operation stage reads it.
 *
 * @param record the record; its arguments travel on into the dispatch
 * @param input what the core decides on; empty for a marker, which concerns no operation
 */
public record RequestMessage(StageRequest record, Optional<OperationInput> input) {}
