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
 */
public record ScriptedReport(
        String status,
        Optional<String> effect,
        OptionalLong revision,
        boolean done,
        Object value,
        Optional<Failure> failure) {

    /**
     * A tool's failure.
     *
     * @param kind transient, permanent or invalid
     * @param code the tool's code
     */
    public record Failure(String kind, String code) {}

    static ScriptedReport of(String status) {
        return new ScriptedReport(status, Optional.empty(), OptionalLong.of(0), false, "fine", Optional.empty());
    }

    ScriptedReport withEffect(Optional<String> changed) {
        return new ScriptedReport(status, changed, revision, done, value, failure);
    }

    ScriptedReport withRevision(OptionalLong changed) {
        return new ScriptedReport(status, effect, changed, done, value, failure);
    }

    ScriptedReport withDone(boolean changed) {
        return new ScriptedReport(status, effect, revision, changed, value, failure);
    }

    ScriptedReport withValue(Object changed) {
        return new ScriptedReport(status, effect, revision, done, changed, failure);
    }

    ScriptedReport withFailure(Failure changed) {
        return new ScriptedReport(status, effect, revision, done, value, Optional.of(changed));
    }
}
