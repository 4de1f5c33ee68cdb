package dev.interlock.worker;

import java.time.Duration;
import java.util.Optional;

/** The last check before an effect: what this worker knows by then that forbids it. */
final class Fence {
    private final long mostAgeMs;

    /** A fence whose input counts as fresh for so long after a poll. */
    Fence(Duration mostAge) {
        this.mostAgeMs = mostAge.toMillis();
    }

    /** Why it must not be executed; empty if it may. */
    Optional<Refusal> check(Delivery delivery) {
        if (delivery.refusal().isPresent()) {
            return delivery.refusal();
        }
        if (delivery.countdown().isOver()) {
            return Optional.of(Refusal.NO_TIME_LEFT);
        }
        if (delivery.partition().hasEnded()) {
            return Optional.of(Refusal.PARTITION_LOST);
        }
        if (delivery.partition().readAgoMs() > mostAgeMs) {
            return Optional.of(Refusal.FENCE_STALE);
        }
        return Optional.empty();
    }
}
