package dev.interlock.backtest.trial;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.backtest.trace.TracedResult;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes a recorded run call by call. */
final class Recording {
    private final List<TracedCall> calls = new ArrayList<>();
    private OptionalLong turn = OptionalLong.empty();

    static Recording begins() {
        return new Recording();
    }

    /** The calls that follow are of one model answer. */
    Recording inTurn(long number) {
        turn = OptionalLong.of(number);
        return this;
    }

    Recording reads(String what, String result) {
        return add(TracedCall.Kind.READ, what, result, Optional.empty());
    }

    Recording writes(String what, String result) {
        return add(TracedCall.Kind.WRITE, what, result, Optional.empty());
    }

    Recording runs(String what, String result) {
        return add(TracedCall.Kind.UNKNOWN, what, result, Optional.empty());
    }

    Recording failsForGood(String what, String error) {
        return add(TracedCall.Kind.READ, what, error, Optional.of(TracedResult.Failure.PERMANENT));
    }

    Recording failsForNow(String what, String error) {
        return add(TracedCall.Kind.READ, what, error, Optional.of(TracedResult.Failure.TRANSIENT));
    }

    private Recording add(TracedCall.Kind kind, String what, String result, Optional<TracedResult.Failure> failure) {
        TracedResult brought = new TracedResult(
                Optional.of(result),
                Optional.of(result),
                result.length(),
                failure,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
        calls.add(new TracedCall(
                "agent",
                "tool",
                kind,
                Json.of(Map.of("what", what)),
                Optional.empty(),
                turn,
                OptionalLong.empty(),
                OptionalLong.empty(),
                brought));
        return this;
    }

    Trace ends() {
        return new Trace("test", "run", Optional.empty(), Optional.empty(), calls);
    }
}
