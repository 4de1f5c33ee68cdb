package dev.interlock.core.run;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.outcome.GuardReading;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a denial tells beside its reason.
 *
 * @param guard what the guard read
 * @param fault what is wrong with the proposal
 * @param retryAfterMs milliseconds after which asking again can help
 */
record Denial(Optional<GuardReading> guard, Optional<Fault> fault, OptionalLong retryAfterMs) {
    static final Denial PLAIN = new Denial(Optional.empty(), Optional.empty(), OptionalLong.empty());

    static Denial read(String guard, long limit, long observed) {
        return new Denial(
                Optional.of(new GuardReading(guard, limit, observed)), Optional.empty(), OptionalLong.empty());
    }

    static Denial faulty(Fault fault) {
        return new Denial(Optional.empty(), Optional.of(fault), OptionalLong.empty());
    }

    static Denial retryAfter(OptionalLong ms) {
        return new Denial(Optional.empty(), Optional.empty(), ms);
    }
}
