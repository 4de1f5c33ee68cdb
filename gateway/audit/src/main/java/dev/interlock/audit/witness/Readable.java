package dev.interlock.audit.witness;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.WireRecord;
import java.util.Optional;

/** What others than the gateway wrote: it may be anything. */
final class Readable {
    private Readable() {}

    static <T extends WireRecord> Optional<T> of(RecordCodec<T> codec, byte[] value) {
        try {
            return value == null
                    ? Optional.empty()
                    : Optional.of(codec.decode(value).record());
        } catch (InvalidRecordException e) {
            // That it cannot be read is the answer.
            return Optional.empty();
        }
    }
}
