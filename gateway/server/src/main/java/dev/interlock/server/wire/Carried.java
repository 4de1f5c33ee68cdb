package dev.interlock.server.wire;

import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.Position;
import java.util.Optional;

/**
 * What a result brought beside its facts: value, receipt and error text. Its value is inline up to 64 KiB.
 *
 * @param result the result, without a value that is too large
 */
public record Carried(OperationResult result) {
    /** Where the whole result stands. */
    public Optional<Position> source() {
        return Optional.ofNullable(result.valueRef());
    }
}
