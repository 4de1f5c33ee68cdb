package dev.interlock.backtest.trial;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.backtest.trace.TracedResult;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** Writes a recorded run call by call. */
public final class Recording {
    private final List<TracedCall> calls = new ArrayList<>();
    private OptionalLong turn = OptionalLong.empty();
    private OptionalLong userTurn = OptionalLong.empty();
    private OptionalLong atMs = OptionalLong.empty();
    private OptionalLong revision = OptionalLong.empty();
    private OptionalLong cost = OptionalLong.empty();
    private String agent = "agent";
    private String tool = "tool";

    public static Recording begins() {
        return new Recording();
    }

    /** The calls that follow are of one model answer. */
    public Recording inTurn(long number) {
        turn = OptionalLong.of(number);
        return this;
    }

    /** The calls that follow are made so long after the run began. */
    public Recording at(long ms) {
        atMs = OptionalLong.of(ms);
        return this;
    }

    /** A person speaks, for the so many-th time. */
    public Recording hears(long times) {
        userTurn = OptionalLong.of(times);
        return this;
    }

    /** The calls that follow are of this agent. */
    public Recording by(String name) {
        agent = name;
        return this;
    }

    /** The calls that follow are of this tool. */
    public Recording with(String name) {
        tool = name;
        return this;
    }

    /** The results that follow have this validated revision. */
    public Recording provenAs(long number) {
        revision = OptionalLong.of(number);
        return this;
    }

    /** The calls that follow cost so much, in millionths of the currency unit. */
    public Recording costing(long micros) {
        cost = OptionalLong.of(micros);
        return this;
    }

    /** Does what follows so many times, each with its number from 1. */
    public Recording times(int count, BiConsumer<Recording, Integer> one) {
        for (int i = 1; i <= count; i++) {
            one.accept(this, i);
        }
        return this;
    }

    public Recording reads(String what, String result) {
        return add(TracedCall.Kind.READ, what, result, Optional.empty());
    }

    /** A read that brings more than a text. */
    public Recording reads(String what, Json result) {
        return add(
                TracedCall.Kind.READ,
                what,
                Optional.empty(),
                told("", Optional.empty()).being(result));
    }

    public Recording writes(String what, String result) {
        return add(TracedCall.Kind.WRITE, what, result, Optional.empty());
    }

    /** A write under a business identity. */
    public Recording writesAs(String operationId, String what, String result) {
        return add(TracedCall.Kind.WRITE, what, result, Optional.empty(), Optional.of(operationId));
    }

    /** A write under a business identity that is refused for good. */
    public Recording isRefusedAs(String operationId, String what, String error) {
        return add(
                TracedCall.Kind.WRITE,
                what,
                error,
                Optional.of(TracedResult.Failure.PERMANENT),
                Optional.of(operationId));
    }

    public Recording runs(String what, String result) {
        return add(TracedCall.Kind.UNKNOWN, what, result, Optional.empty());
    }

    public Recording asksAModel(String what, String result) {
        return add(TracedCall.Kind.MODEL, what, result, Optional.empty());
    }

    public Recording failsForGood(String what, String error) {
        return add(TracedCall.Kind.READ, what, error, Optional.of(TracedResult.Failure.PERMANENT));
    }

    public Recording failsForNow(String what, String error) {
        return add(TracedCall.Kind.READ, what, error, Optional.of(TracedResult.Failure.TRANSIENT));
    }

    /** A read of which nobody reports what came of it. */
    public Recording readsUnreported(String what) {
        TracedResult nothing = new TracedResult(
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
        return add(TracedCall.Kind.READ, what, Optional.empty(), nothing);
    }

    private Recording add(TracedCall.Kind kind, String what, String result, Optional<TracedResult.Failure> failure) {
        return add(kind, what, result, failure, Optional.empty());
    }

    private Recording add(
            TracedCall.Kind kind,
            String what,
            String result,
            Optional<TracedResult.Failure> failure,
            Optional<String> operationId) {
        return add(kind, what, operationId, told(result, failure));
    }

    private TracedResult told(String result, Optional<TracedResult.Failure> failure) {
        return new TracedResult(
                Optional.of(result),
                Optional.of(result),
                result.length(),
                failure,
                Optional.empty(),
                Optional.empty(),
                revision,
                revision.isPresent() ? Optional.of(false) : Optional.empty(),
                cost,
                Optional.of(Json.of(TextNode.valueOf(result))));
    }

    private Recording add(TracedCall.Kind kind, String what, Optional<String> operationId, TracedResult brought) {
        calls.add(new TracedCall(
                agent, tool, kind, Json.of(Map.of("what", what)), operationId, turn, userTurn, atMs, brought));
        return this;
    }

    public Trace ends() {
        return new Trace("test", "run", Optional.empty(), Optional.empty(), calls);
    }
}
