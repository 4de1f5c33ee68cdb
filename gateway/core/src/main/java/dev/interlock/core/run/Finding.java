package dev.interlock.core.run;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;
import java.util.OptionalLong;

/** A guard fired: the reason, and what it tells. */
record Finding(Reason reason, Denial denial) {

    /** The name of the guard of reads that bring the same whatever is asked. */
    static final String SAME_RESULT = "same_result";

    /** The name of the guard of tools of whose calls nobody reports what came of them. */
    static final String UNREPORTED = "unreported";

    /** The name of the guard of a few calls that come again and again. */
    static final String CHURN = "churn";

    static Finding of(Reason reason) {
        return new Finding(reason, Denial.PLAIN);
    }

    /** A guard that counts fired; it is named after its reason. */
    static Finding counted(Reason reason, long limit, long observed) {
        return new Finding(reason, Denial.read(reason.code(), limit, observed));
    }

    /** A guard that keeps calls apart fired: it tells how far apart they are, and when the next may come. */
    static Finding early(Reason reason, long everyMs, long sinceMs) {
        GuardReading reading = new GuardReading(reason.code(), everyMs, sinceMs);
        return new Finding(
                reason, new Denial(Optional.of(reading), Optional.empty(), OptionalLong.of(everyMs - sinceMs)));
    }

    /** The dead-man switch is closed: nothing is wrong with the call, only its time. */
    static Finding closed(Closure closure, Kind kind, long atMs) {
        return new Finding(
                Reason.RETRY_TOO_EARLY,
                new Denial(
                        Optional.of(closure.reading(kind, atMs)),
                        Optional.empty(),
                        OptionalLong.of(closure.retryAfterMs())));
    }

    /** Whether it says that what is asked of a tool keeps bringing the same: it says so once of the same calls. */
    boolean isSameResult() {
        return isOf(SAME_RESULT);
    }

    /** Whether it says that nobody reports what comes of a tool's calls: it says so once of the same calls. */
    boolean isUnreported() {
        return isOf(UNREPORTED);
    }

    /** Whether the dead-man switch is what fired. */
    boolean isClosure() {
        return isOf(Closure.GUARD);
    }

    private boolean isOf(String guard) {
        return denial.guard().filter(read -> read.name().equals(guard)).isPresent();
    }
}
