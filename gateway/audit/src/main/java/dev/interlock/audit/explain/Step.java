package dev.interlock.audit.explain;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.server.replay.Recorded;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of the journal, told.
 *
 * @param recorded the entry
 * @param facts what came in, by names such as tool, args, effect
 * @param guard what the guard read that fired
 * @param counters counters that changed, by ceiling
 * @param effects what followed, in order
 * @param doubt why this is told from the entry alone, or in what it differs from what is derived; empty where all is well
 */
public record Step(
        Recorded recorded,
        Map<String, String> facts,
        Optional<GuardReading> guard,
        Map<String, Counter> counters,
        List<String> effects,
        Optional<String> doubt) {

    public Step {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        counters = Collections.unmodifiableMap(new LinkedHashMap<>(counters));
        effects = List.copyOf(effects);
    }

    /**
     * A counter before and after an entry.
     *
     * @param before what was used or kept back before
     * @param after the same after
     * @param allowed the ceiling
     */
    public record Counter(long before, long after, long allowed) {}

    /** The stage it belongs to: run, operation, or part for a task as a whole. */
    String stage() {
        String chain = recorded.entry().chain();
        String kind = chain.substring(0, chain.indexOf(':'));
        return kind.equals("op") ? "operation" : kind;
    }

    /** What its chain is about. */
    String subject() {
        String chain = recorded.entry().chain();
        return chain.substring(chain.indexOf(':') + 1);
    }

    /** Where the input stands. */
    String input() {
        var input = recorded.entry().input();
        return input.topic() + "-" + input.partition() + "@" + input.offset();
    }

    /** Where the entry stands. */
    String entry() {
        var at = recorded.at();
        return at.topic() + "-" + at.partition() + "@" + at.offset();
    }
}
