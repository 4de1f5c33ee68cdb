package dev.interlock.cli.policy;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.backtest.trace.TracedCall.Kind;
import dev.interlock.backtest.trace.TracedResult;
import dev.interlock.backtest.trace.TracedResult.Failure;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A run written to meet one guard. */
final class Script {
    private final String tool;
    private final boolean revisions;
    private final List<TracedCall> calls = new ArrayList<>();

    /**
     * An empty one.
     *
     * @param tool what it calls
     * @param revisions whether results say which revision was seen; it never rises but where something is new
     */
    Script(String tool, boolean revisions) {
        this.tool = tool;
        this.revisions = revisions;
    }

    /** A call in a turn, by what tells it and its result from others. */
    Script call(Kind kind, int turn, String args, String result) {
        return add(
                kind,
                turn,
                args,
                new TracedResult(
                        Optional.of(result),
                        Optional.empty(),
                        result.length(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        revision(result),
                        revisions ? Optional.of(false) : Optional.empty()));
    }

    /** A read in a turn that fails, always in the same way. */
    Script failing(int turn, String args, Failure failure) {
        return add(
                Kind.READ,
                turn,
                args,
                new TracedResult(
                        Optional.of("error"),
                        Optional.of("error"),
                        5,
                        Optional.of(failure),
                        Optional.empty(),
                        Optional.empty(),
                        revisions ? OptionalLong.of(0) : OptionalLong.empty(),
                        revisions ? Optional.of(false) : Optional.empty()));
    }

    /** The run it makes. */
    Trace trace() {
        return new Trace("rehearsal", "rehearsal", Optional.empty(), Optional.empty(), calls);
    }

    /** Each result that is new raises it; its name is a number then. */
    private OptionalLong revision(String result) {
        if (!revisions) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(result.matches("[0-9]+") ? Long.parseLong(result) : 0);
    }

    private Script add(Kind kind, int turn, String args, TracedResult result) {
        calls.add(new TracedCall(
                "agent",
                tool,
                kind,
                Json.of(Map.of("of", args)),
                Optional.empty(),
                OptionalLong.of(turn),
                OptionalLong.empty(),
                OptionalLong.empty(),
                result));
        return this;
    }
}
