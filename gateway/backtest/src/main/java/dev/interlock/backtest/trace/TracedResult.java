package dev.interlock.backtest.trace;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a recorded call brought.
 *
 * @param digest digest of the result; empty where no result was reported
 * @param signature digest of the result without what varies from call to call, such as numbers in a text
 * @param length how long the result was
 * @param failure what kind of failure it was, where it was one
 * @param status the status reported; empty where it follows from {@code failure}
 * @param effect the effect reported; empty where it follows from kind and failure
 * @param revision the validated revision
 * @param done whether the task was found to be complete
 */
public record TracedResult(
        Optional<String> digest,
        Optional<String> signature,
        long length,
        Optional<Failure> failure,
        Optional<String> status,
        Optional<String> effect,
        OptionalLong revision,
        Optional<Boolean> done) {

    /** Whether trying again can help. */
    public enum Failure {
        TRANSIENT,
        PERMANENT
    }
}
