package dev.interlock.chaos.script;

import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One thing a scripted agent does; the next begins when it is answered. */
sealed interface Step {
    /**
     * One model turn: its calls are proposed together.
     *
     * @param calls the calls
     */
    record Turn(List<Call> calls) implements Step {
        public Turn {
            calls = List.copyOf(calls);
        }
    }

    /** The agent asks to end its run. */
    record Finish() implements Step {}

    /**
     * One call.
     *
     * @param operation names the operation of a write within the run; empty for a read
     * @param args its arguments, which say how it comes out
     */
    record Call(String operation, Map<String, Object> args) {
        public Call {
            args = new TreeMap<>(args);
        }

        boolean isWrite() {
            return !operation.isEmpty();
        }

        Json json() {
            return Json.of(args);
        }
    }

    /** A read that sees a revision. */
    static Step look(long revision) {
        return turn(new Call("", Map.of("revision", revision)));
    }

    /** A read that sees a revision, and that the goal is reached. */
    static Step lookDone(long revision) {
        return turn(new Call("", Map.of("revision", revision, "done", true)));
    }

    /** A write that leaves a revision. */
    static Step pay(String operation, long amount, long revision) {
        return turn(new Call(operation, Map.of("amount", amount, "revision", revision)));
    }

    static Step turn(Call... calls) {
        return new Turn(List.of(calls));
    }
}
