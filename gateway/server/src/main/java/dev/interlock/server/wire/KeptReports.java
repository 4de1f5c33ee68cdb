package dev.interlock.server.wire;

import dev.interlock.schemas.OperationResult;
import java.util.Optional;

/**
 * The reports that are kept with an operation.
 *
 * @param own the one its state rests on
 * @param contradicting the one that contradicts it
 */
public record KeptReports(Optional<OperationResult> own, Optional<OperationResult> contradicting) {}
