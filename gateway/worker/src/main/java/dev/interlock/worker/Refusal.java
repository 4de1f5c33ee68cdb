package dev.interlock.worker;

import java.util.Locale;

/** Why the fence kept a call from being executed. Each proves that nothing was. */
enum Refusal {
    /** The gateway withdrew it. */
    CANCELLED,
    /** A newer epoch of its operation was seen. */
    OLD_EPOCH,
    /** Its time was over before it began. */
    NO_TIME_LEFT,
    /** The topic was not read lately, so a cancellation may have been missed. */
    FENCE_STALE,
    /** The partition it came from is not this worker's any more. */
    PARTITION_LOST;

    /** The symbol written in records. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
