package dev.interlock.core.fact;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the verifier found in the system of record.
 *
 * @param revision the version of what is being worked on; empty when missing or malformed
 * @param done whether the task is complete; empty when missing or malformed
 * @param subject what the revision counts; empty for the run's own
 * @param malformed whether a member was there but not of its type
 */
public record Evidence(OptionalLong revision, Optional<Boolean> done, Optional<String> subject, boolean malformed) {
    /** No evidence at all. */
    public static final Evidence NONE = new Evidence(OptionalLong.empty(), Optional.empty(), Optional.empty(), false);

    /** The subject the revision is counted under; the run's own has the empty name. */
    public String counter() {
        return subject.orElse("");
    }

    /** Whether the verifier said the task is complete. */
    public boolean saysDone() {
        return done.orElse(false);
    }
}
