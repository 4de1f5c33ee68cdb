package dev.interlock.scenarios;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;

/**
 * How a run ended or must end.
 *
 * @param status the terminal status
 * @param reason the terminal reason
 */
public record Conclusion(Status status, Reason reason) {
    @Override
    public String toString() {
        return status.code() + " / " + reason.code();
    }
}
