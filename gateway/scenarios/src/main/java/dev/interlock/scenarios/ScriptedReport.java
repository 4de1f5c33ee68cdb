package dev.interlock.scenarios;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a scripted execution reports, in the words of the wire.
 *
 * @param status the status symbol, in the contract's list or not
 * @param effect the effect symbol; empty for the usual one of the call's kind
 * @param revision the evidence's revision; empty when it is missing
 * @param done whether the evidence says that the task is complete
 * @param value the value: a text, a number, a map or a list
 * @param failure the error, where it failed
 * @param costMicros what it cost, in millionths of the currency unit, where it says so
 */
public record ScriptedReport(
        String status,
        Optional<String> effect,
        OptionalLong revision,
        boolean done,
        Object value,
        Optional<Failure> failure,
        OptionalLong costMicros) {

    /**
     * A tool's failure.
     *
     * @param kind transient, permanent or invalid
     * @param code the tool's code
     */
    public record Failure(String kind, String code) {}

    static ScriptedReport of(String status) {
        return new ScriptedReport(
                status, Optional.empty(), OptionalLong.of(0), false, "fine", Optional.empty(), OptionalLong.empty());
    }

    ScriptedReport withEffect(Optional<String> changed) {
        return new ScriptedReport(status, changed, revision, done, value, failure, costMicros);
    }

    ScriptedReport withRevision(OptionalLong changed) {
        return new ScriptedReport(status, effect, changed, done, value, failure, costMicros);
    }

    ScriptedReport withDone(boolean changed) {
        return new ScriptedReport(status, effect, revision, changed, value, failure, costMicros);
    }

    ScriptedReport withValue(Object changed) {
        return new ScriptedReport(status, effect, revision, done, changed, failure, costMicros);
    }

    ScriptedReport withFailure(Failure changed) {
        return new ScriptedReport(status, effect, revision, done, value, Optional.of(changed), costMicros);
    }

    ScriptedReport withCost(long micros) {
        return new ScriptedReport(status, effect, revision, done, value, failure, OptionalLong.of(micros));
    }
}
