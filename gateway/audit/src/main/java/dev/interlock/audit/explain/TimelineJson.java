package dev.interlock.audit.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.schemas.Position;

/** A timeline for programs. */
public final class TimelineJson {
    private TimelineJson() {}

    /** It as one object. */
    public static ObjectNode of(Timeline timeline) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("title", timeline.title());
        ArrayNode policies = node.putArray("policies");
        timeline.policies().forEach(policies::add);
        timeline.end().ifPresent(end -> node.put("ended", TimelineText.ended(end)));
        ArrayNode steps = node.putArray("steps");
        timeline.steps().forEach(step -> steps.add(step(step)));
        return node;
    }

    private static ObjectNode step(Step step) {
        var entry = step.recorded().entry();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("at_ms", entry.atMs());
        node.put("stage", step.stage());
        node.put("chain", entry.chain());
        node.put("seq", entry.seq());
        node.set("entry", position(step.recorded().at()));
        var input = entry.input();
        node.set("input", position(new Position(input.topic(), input.partition(), input.offset())));
        node.put("kind", input.kind());
        ObjectNode facts = node.putObject("facts");
        step.facts().forEach(facts::put);
        node.put("decision", entry.decision());
        if (entry.reason() != null) {
            node.put("reason", entry.reason());
        }
        step.guard().ifPresent(read -> {
            ObjectNode guard = node.putObject("guard");
            guard.put("name", read.name());
            guard.put("limit", read.limit());
            guard.put("observed", read.observed());
        });
        ObjectNode counters = node.putObject("counters");
        step.counters().forEach((name, counter) -> {
            ObjectNode changed = counters.putObject(name);
            changed.put("before", counter.before());
            changed.put("after", counter.after());
            changed.put("allowed", counter.allowed());
        });
        ArrayNode effects = node.putArray("effects");
        step.effects().forEach(effects::add);
        step.doubt().ifPresent(doubt -> node.put("doubt", doubt));
        return node;
    }

    private static ObjectNode position(Position position) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("topic", position.topic());
        node.put("partition", position.partition());
        node.put("offset", position.offset());
        return node;
    }
}
