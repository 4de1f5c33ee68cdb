package dev.interlock.server.stream;

import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.StageRequest;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Carried;
import java.util.Optional;

/**
 * One input for one operation.
 *
 * @param arrival the record it came in
 * @param operationId the operation
 * @param kind what kind of input it is, as the journal names it
 * @param input what the core decides on
 * @param request the request or withdraw, when it is one
 * @param carried the result's value and texts, when it brings a result
 */
record OperationCase(
        Arrival arrival,
        String operationId,
        String kind,
        OperationInput input,
        Optional<StageRequest> request,
        Optional<Carried> carried) {}
