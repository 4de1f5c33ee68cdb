package dev.interlock.cli;

import dev.interlock.schemas.Activation;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.GuardReading;
import dev.interlock.schemas.Outcome;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Outcomes in words, for a person. */
final class OutcomeText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
    private static final int LONGEST_VALUE = 200;

    private OutcomeText() {}

    /** One line: when, which run and proposal, what. */
    static String line(Outcome outcome) {
        return Stream.of(
                        TIME.format(Instant.ofEpochMilli(outcome.atMs())),
                        outcome.runId(),
                        outcome.proposalId(),
                        what(outcome))
                .filter(part -> part != null)
                .collect(Collectors.joining("  "));
    }

    /** What it says: type, status, reason, guard, error, value, when to retry. */
    static String what(Outcome outcome) {
        List<String> parts = new ArrayList<>();
        parts.add(outcome.type());
        add(parts, outcome.status());
        add(parts, outcome.reason());
        add(parts, guard(outcome.guard()));
        add(parts, error(outcome.error()));
        if (outcome.value() != null) {
            parts.add("value " + shortened(outcome.value().canonical()));
        }
        if (outcome.hold() != null) {
            parts.add("hold " + outcome.hold().holdId());
        }
        add(parts, chain(outcome.activation()));
        if (outcome.retryAfterMs() != null) {
            parts.add("retry after " + outcome.retryAfterMs() + " ms");
        }
        return String.join("  ", parts);
    }

    /** Where a run stands in a chain; null where it is in none. */
    private static String chain(Activation place) {
        return place == null ? null : "chain " + place.root() + " depth " + place.depth();
    }

    /** What a guard read; null where none fired. */
    static String guard(GuardReading guard) {
        return guard == null ? null : "[" + guard.name() + " " + guard.observed() + " of " + guard.limit() + "]";
    }

    /** Counters, without those a person does not look for. */
    static String counters(Counters counters) {
        return "calls " + counters.calls() + ", turns " + counters.turns() + ", retries " + counters.retries()
                + ", handoffs " + counters.handoffs() + ", denials " + counters.denials() + ", "
                + counters.wallClockMs() / 1_000 + " s";
    }

    /** What was wrong; null where nothing was. */
    static String error(CallError error) {
        if (error == null) {
            return null;
        }
        // A message of the gateway says field and rule itself.
        boolean told = error.field() != null
                && error.message() != null
                && error.message().startsWith(error.field());
        String field = told ? null : error.field();
        String rule = told ? null : error.rule();
        return Stream.of(error.errorClass(), error.code(), field, rule, error.message())
                .filter(part -> part != null)
                .collect(Collectors.joining(" ", "(", ")"));
    }

    private static void add(List<String> parts, String part) {
        if (part != null) {
            parts.add(part);
        }
    }

    static String shortened(String text) {
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
    }
}
