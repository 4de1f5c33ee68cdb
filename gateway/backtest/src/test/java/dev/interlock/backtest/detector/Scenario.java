package dev.interlock.backtest.detector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.backtest.trace.TracedResult;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One line of the scenarios, and the recorded run it stands for.
 *
 * <ul>
 *   <li>Arguments are reduced to the fields its {@code loop_key} names: the identity its peer was told.
 *   <li>A round is a turn; a call without one is a turn of its own. What an agent does besides calling tools (a text, a
 *       message, an empty turn, a condensation) is proposed as a call of its model.
 *   <li>An argument that is noise by its very name does not change what a call brings: there is nothing in it to ask for.
 *   <li>What is pending says so: {@code {"status": "pending"}}.
 *   <li>A mark is a person who speaks: a further user turn. A peer's thread is one run here, so a new run of the same
 *       thread is one too. A process started again is nothing: what was decided does not live in a process.
 *   <li>What a call brings is told by the call as reduced and by how often its result has changed.
 *   <li>Shells may have changed something, what writes or sends has, and everything else is a read: the peers do not
 *       know, and treat all alike.
 *   <li>A peer that decides after a call ran ends the run with its result. A gateway decides at the next call, so the
 *       run is cut there and the same call comes once more.
 * </ul>
 */
record Scenario(JsonNode line) {
    private static final Set<String> SHELLS = Set.of("run", "exec", "terminal", "bash", "ipython");
    private static final Set<String> WRITES = Set.of("write", "edit", "message");
    private static final Set<String> NOISE = Set.of("nonce", "request_id", "timestamp", "trace_id");
    private static final Json PENDING = Json.of(Map.of("status", "pending"));

    String id() {
        return line.path("id").textValue();
    }

    String peer() {
        return line.path("peer").textValue();
    }

    JsonNode config() {
        return line.path("config");
    }

    String assessment() {
        return line.path("assessment").textValue();
    }

    /** Whether a call should be refused or the run ended; nothing where that is a matter of taste. */
    Optional<Boolean> stops() {
        return switch (assessment()) {
            case "agree" -> Optional.of(verdict().path("verdict").textValue().equals("stop"));
            case "peer_false_negative" -> Optional.of(true);
            case "peer_false_positive" -> Optional.of(false);
            case "policy" -> Optional.empty();
            default -> throw new IllegalStateException(id() + " is assessed as " + assessment());
        };
    }

    /** The first call that a peer rightly refused, from 1; where it decides after a call, the one after that. */
    OptionalInt refusedAt() {
        boolean rightly = assessment().equals("agree") && stops().orElse(false);
        int refused = verdict().path("at_call").asInt() + (endsAfterResult() ? 1 : 0);
        return rightly ? OptionalInt.of(refused) : OptionalInt.empty();
    }

    /** Calls a peer let through behind one it refused, from 1, where that was judged wrong. */
    List<Integer> letThroughAfterRefusal() {
        List<Integer> found = new ArrayList<>();
        JsonNode each = verdict().path("per_call");
        boolean wrong = assessment().equals("peer_false_negative");
        for (int i = verdict().path("at_call").asInt(); wrong && i < each.size(); i++) {
            if (each.get(i).textValue().equals("allow")) {
                found.add(i + 1);
            }
        }
        return found;
    }

    /** The call before which a judge outside stops the run, each call being a turn. */
    OptionalInt judgedAt() {
        return Judge.stopsAt(line.path("judge"));
    }

    Trace trace() {
        List<TracedCall> traced = new ArrayList<>();
        Map<Json, Integer> versions = new HashMap<>();
        Map<String, Boolean> called = new HashMap<>();
        List<JsonNode> calls = calls();
        for (int i = 0; i < calls.size(); i++) {
            JsonNode call = calls.get(i);
            Json identity = identity(call);
            boolean again = called.put(call.path("tool") + "" + call.path("args"), true) != null;
            int version = versions.merge(
                    identity, again && call.path("result_changes").asBoolean() ? 1 : 0, Integer::sum);
            traced.add(traced(call, i, identity + " " + version));
        }
        return new Trace(peer(), id(), Optional.empty(), Optional.empty(), traced);
    }

    private List<JsonNode> calls() {
        List<JsonNode> calls = new ArrayList<>();
        line.path("calls").forEach(calls::add);
        if (!endsAfterResult()) {
            return calls;
        }
        ObjectNode again = calls.get(ran() - 1).deepCopy();
        again.remove("round");
        List<JsonNode> cut = new ArrayList<>(calls.subList(0, ran()));
        cut.add(again.put("result_changes", false));
        return cut;
    }

    private boolean endsAfterResult() {
        return verdict().path("phase").asText().equals("after_exec");
    }

    /** How many of its calls ran at the peer, for all we know. */
    private int ran() {
        return endsAfterResult()
                ? verdict().path("at_call").intValue()
                : line.path("calls").size();
    }

    private TracedCall traced(JsonNode call, int index, String brought) {
        String tool = call.path("tool").textValue();
        OptionalLong turn =
                call.has("round") ? OptionalLong.of(call.path("round").longValue()) : OptionalLong.of(1_000L + index);
        return new TracedCall(
                "agent",
                tool,
                kind(tool),
                Json.of(args(call)),
                Optional.empty(),
                turn,
                OptionalLong.of(personSpoke(Math.min(index, ran() - 1))),
                OptionalLong.empty(),
                result(call.path("result_class").textValue(), brought));
    }

    private TracedResult result(String type, String brought) {
        Optional<TracedResult.Failure> failure = switch (type) {
            case "error" ->
                Optional.of(
                        peer().equals("langchain-tool-retry")
                                ? TracedResult.Failure.TRANSIENT
                                : TracedResult.Failure.PERMANENT);
            case "unknown_tool", "blocked" -> Optional.of(TracedResult.Failure.PERMANENT);
            case "ok", "empty", "pending" -> Optional.empty();
            default -> throw new IllegalStateException(id() + ": a call that ends as " + type);
        };
        if (type.equals("pending")) {
            return brought(brought, brought, failure).being(PENDING);
        }
        boolean oneMessage = type.equals("unknown_tool") || type.equals("blocked");
        return brought(type.equals("empty") ? "" : brought, oneMessage ? type : brought, failure);
    }

    private static TracedResult brought(String text, String message, Optional<TracedResult.Failure> failure) {
        return new TracedResult(
                Optional.of(text.isEmpty() ? "empty" : text),
                Optional.of(message),
                text.length(),
                failure,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    private long personSpoke(int index) {
        long spoke = 0;
        for (JsonNode mark : line.path("marks")) {
            boolean before = mark.has("before_call") && mark.path("before_call").intValue() <= index + 1;
            boolean after = mark.has("after_call") && mark.path("after_call").intValue() <= index;
            boolean person = !mark.path("event").textValue().equals("process_restart_resume");
            spoke += person && (before || after) ? 1 : 0;
        }
        return spoke;
    }

    private Json identity(JsonNode call) {
        return Json.of(
                Map.of("tool", call.path("tool").textValue(), "args", args(call).without(NOISE)));
    }

    private ObjectNode args(JsonNode call) {
        ObjectNode args = call.path("args").deepCopy();
        if (config().has("loop_key")) {
            List<String> kept = new ArrayList<>();
            config().path("loop_key").forEach(field -> kept.add(field.textValue()));
            args.retain(kept);
        }
        return args;
    }

    private static TracedCall.Kind kind(String tool) {
        if (tool.startsWith("__")) {
            return TracedCall.Kind.MODEL;
        }
        if (SHELLS.contains(tool)) {
            return TracedCall.Kind.UNKNOWN;
        }
        return WRITES.contains(tool) ? TracedCall.Kind.WRITE : TracedCall.Kind.READ;
    }

    private JsonNode verdict() {
        return line.path("peer_verdict");
    }
}
