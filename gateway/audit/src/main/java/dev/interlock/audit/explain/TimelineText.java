package dev.interlock.audit.explain;

import dev.interlock.core.run.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A timeline for people at a terminal. */
public final class TimelineText {
    private static final String INDENT = "      ";

    private TimelineText() {}

    /** Its lines. */
    public static List<String> of(Timeline timeline) {
        List<String> lines = new ArrayList<>();
        lines.add(timeline.title() + ", " + timeline.steps().size() + " entries");
        timeline.policies().forEach(policy -> lines.add("policy " + policy));
        timeline.end().ifPresent(end -> lines.add("ended " + ended(end)));
        int number = 0;
        for (Step step : timeline.steps()) {
            number++;
            lines.add("");
            lines.add(String.format(
                    "%4d  %s  %s %s: %s",
                    number,
                    Instant.ofEpochMilli(step.recorded().entry().atMs()),
                    step.stage(),
                    step.subject(),
                    step.recorded().entry().input().kind()));
            step.facts().forEach((name, value) -> lines.add(INDENT + name + "  " + value));
            lines.add(INDENT + "=> " + decision(step));
            step.counters()
                    .forEach((name, counter) -> lines.add(INDENT + "   " + name + " " + counter.before() + " -> "
                            + counter.after() + " of " + counter.allowed()));
            step.effects().forEach(effect -> lines.add(INDENT + "   " + effect));
            step.doubt().ifPresent(doubt -> lines.add(INDENT + "!! " + doubt));
            lines.add(INDENT + "   " + step.entry() + ", input " + step.input());
        }
        return lines;
    }

    static String decision(Step step) {
        var entry = step.recorded().entry();
        String reason = entry.reason() == null ? "" : " / " + entry.reason();
        String guard = step.guard()
                .map(read -> " (" + read.name() + ": limit " + read.limit() + ", observed " + read.observed() + ")")
                .orElse("");
        return entry.decision() + reason + guard;
    }

    static String ended(Outcome end) {
        String open = end.inFlight().isEmpty()
                ? ""
                : ", in flight: "
                        + end.inFlight().stream()
                                .map(call -> call.call().tool() + " " + call.id())
                                .collect(Collectors.joining(", "));
        String operations = end.operations().isEmpty()
                ? ""
                : ", operations: "
                        + end.operations().stream()
                                .map(known -> known.operationId() + " "
                                        + known.state().code())
                                .collect(Collectors.joining(", "));
        return end.status().map(status -> status.code()).orElse("?") + " / "
                + end.reason().map(reason -> reason.code()).orElse("?") + open + operations;
    }
}
