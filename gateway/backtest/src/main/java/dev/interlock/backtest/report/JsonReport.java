package dev.interlock.backtest.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trial.Finding;

/** Findings as JSON. */
public final class JsonReport {
    private JsonReport() {}

    /** All of a backtest, as {@code --json} prints it. */
    public static ObjectNode of(Backtest backtest) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("policy", backtest.policy().name());
        json.set("total", of(backtest.total()));
        ObjectNode sources = json.putObject("sources");
        backtest.sources().forEach((source, tally) -> sources.set(source, of(tally)));
        ObjectNode guards = json.putObject("guards");
        backtest.guards().forEach((reason, count) -> guards.put(reason.code(), count));
        return json;
    }

    private static ObjectNode of(Tally tally) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("runs", tally.runs());
        json.put("successful", tally.successful());
        json.put("failed", tally.failed());
        json.put("false_denied", tally.falseDenied());
        json.put("false_denied_new", tally.falseCostly());
        json.put("false_stopped", tally.falseStopped());
        json.put("true_denied", tally.trueDenied());
        json.put("true_stopped", tally.trueStopped());
        json.put("halted_stopped", tally.haltedStopped());
        json.put("halted", tally.halted());
        json.put("halted_calls", tally.haltedCalls());
        json.put("halted_calls_avoided", tally.haltedAvoided());
        json.put("calls", tally.calls());
        json.put("calls_avoided", tally.avoided());
        return json;
    }

    /** One run, as {@code --runs} writes it. */
    public static ObjectNode of(Trace trace, Finding finding) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("source", trace.source());
        json.put("run", trace.run());
        json.put("success", trace.success().orElse(null));
        ArrayNode denials = json.putArray("denials");
        finding.denied()
                .forEach(denied -> denials.addObject()
                        .put("call", denied.call())
                        .put("reason", denied.reason().code()));
        finding.stopped()
                .ifPresentOrElse(
                        stopped -> json.put("stopped_at", stopped.call())
                                .put("reason", stopped.reason().code()),
                        () -> json.putNull("stopped_at").putNull("reason"));
        return json;
    }
}
