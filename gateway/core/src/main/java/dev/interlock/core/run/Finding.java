package dev.interlock.core.run;

import dev.interlock.core.outcome.Reason;

/** A guard fired: the reason, and what it tells. */
record Finding(Reason reason, Denial denial) {

    static Finding of(Reason reason) {
        return new Finding(reason, Denial.PLAIN);
    }

    /** A guard that counts fired; it is named after its reason. */
    static Finding counted(Reason reason, long limit, long observed) {
        return new Finding(reason, Denial.read(reason.code(), limit, observed));
    }
}
