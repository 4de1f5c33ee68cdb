package dev.interlock.backtest.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.Json;
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
 * @param costMicros what the call cost, in millionths of the policy's currency unit
 * @param value the result itself; empty where the trace has its digest alone
 */
public record TracedResult(
        Optional<String> digest,
        Optional<String> signature,
        long length,
        Optional<Failure> failure,
        Optional<String> status,
        Optional<String> effect,
        OptionalLong revision,
        Optional<Boolean> done,
        OptionalLong costMicros,
        Optional<Json> value) {

    public TracedResult {
        if (value.isPresent()) {
            digest = value.map(Json::digest);
            length = isEmpty(value.get()) ? 0 : value.get().size();
        }
    }

    /** As a gateway tells it: nothing, a text without characters, a list or an object without members. */
    private static boolean isEmpty(Json value) {
        JsonNode node = value.node();
        return node.isNull()
                || (node.isTextual() && node.textValue().isEmpty())
                || (node.isContainerNode() && node.isEmpty());
    }

    /** A result that does not say what the call cost. */
    public TracedResult(
            Optional<String> digest,
            Optional<String> signature,
            long length,
            Optional<Failure> failure,
            Optional<String> status,
            Optional<String> effect,
            OptionalLong revision,
            Optional<Boolean> done) {
        this(
                digest,
                signature,
                length,
                failure,
                status,
                effect,
                revision,
                done,
                OptionalLong.empty(),
                Optional.empty());
    }

    /** The same, which was this: its digest and length are told by it. */
    public TracedResult being(Json brought) {
        return new TracedResult(
                digest, signature, length, failure, status, effect, revision, done, costMicros, Optional.of(brought));
    }

    /** Whether trying again can help. */
    public enum Failure {
        TRANSIENT,
        PERMANENT
    }
}
