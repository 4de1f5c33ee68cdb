package dev.interlock.policy.contract;

import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.run.Budgets;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Tallies;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What rules are told about the run a call is proposed in.
 *
 * @param runId the run
 * @param counters what it has used
 * @param tools how the calls of each tool went that have come to their end
 */
public record RunFacts(String runId, Counters counters, Map<String, ToolHistory> tools) {
    /**
     * The most tools whose calls are remembered. A tool beyond them is as one that was never called, so that what needs a
     * call of it before is denied.
     */
    public static final int MOST_TOOLS = Tallies.MOST_TOOLS;

    public RunFacts {
        tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
    }

    /** How a call went. */
    public enum Ended {
        /** It did what it was to do. */
        SUCCEEDED,
        /** It did not. */
        FAILED,
        /** Nobody knows what it did. */
        UNKNOWN;

        /** The word rules see. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What a run has used.
     *
     * @param turns model turns charged
     * @param calls calls granted
     * @param modelCalls calls of a model among them
     * @param retries retries charged
     * @param denials calls denied
     * @param ranMs milliseconds its clock ran
     * @param costMicros what its calls cost, with what is kept back for those that run
     * @param costLeftMicros what they may still cost; below 0 where more was spent than allowed, and counted from
     *     {@value Ceilings#MOST_MICROS} where there is no ceiling
     */
    public record Counters(
            long turns,
            long calls,
            long modelCalls,
            long retries,
            long denials,
            long ranMs,
            long costMicros,
            long costLeftMicros) {
        private static Counters of(Budgets used, long ranMs) {
            return new Counters(
                    used.turns().taken(),
                    used.calls().taken(),
                    used.modelCalls().taken(),
                    used.retries().taken(),
                    used.denials().taken(),
                    Math.max(0, ranMs),
                    used.cost().taken(),
                    used.cost().remaining());
        }
    }

    /**
     * How the calls of a tool went.
     *
     * @param succeeded how many succeeded
     * @param failed how many failed
     * @param unknown of how many nobody knows
     * @param last how the last to end went
     */
    public record ToolHistory(long succeeded, long failed, long unknown, Ended last) {
        private ToolHistory and(Ended ended) {
            return new ToolHistory(
                    succeeded + (ended == Ended.SUCCEEDED ? 1 : 0),
                    failed + (ended == Ended.FAILED ? 1 : 0),
                    unknown + (ended == Ended.UNKNOWN ? 1 : 0),
                    ended);
        }
    }

    /** A run that has not begun, under these ceilings. */
    public static RunFacts begin(String runId, Ceilings ceilings) {
        return new RunFacts(runId, Counters.of(Budgets.of(ceilings), 0), Map.of());
    }

    /** What is known of a run. */
    public static RunFacts of(RunState run, long atMs) {
        Map<String, ToolHistory> tools = new LinkedHashMap<>();
        run.history()
                .tallies()
                .went()
                .forEach((tool, went) -> tools.put(
                        tool,
                        new ToolHistory(
                                went.succeeded(),
                                went.failed(),
                                went.unknown(),
                                Ended.valueOf(went.last().name()))));
        return new RunFacts(run.runId(), Counters.of(run.budgets(), run.ranMs(Math.max(atMs, run.lastAtMs()))), tools);
    }

    /** The same after a call of a tool came to its end. */
    public RunFacts after(String tool, Ended ended) {
        ToolHistory before = tools.get(tool);
        if (before == null && tools.size() >= MOST_TOOLS) {
            return this;
        }
        Map<String, ToolHistory> known = new LinkedHashMap<>(tools);
        known.put(tool, (before == null ? new ToolHistory(0, 0, 0, ended) : before).and(ended));
        return new RunFacts(runId, counters, known);
    }

    /** The same with other counters. */
    public RunFacts with(Counters changed) {
        return new RunFacts(runId, changed, tools);
    }

    /** How often calls of each tool went so; tools without one are left out. */
    Map<String, Object> counts(Ended ended) {
        Function<ToolHistory, Long> count = switch (ended) {
            case SUCCEEDED -> ToolHistory::succeeded;
            case FAILED -> ToolHistory::failed;
            case UNKNOWN -> ToolHistory::unknown;
        };
        Map<String, Object> counts = new LinkedHashMap<>();
        tools.forEach((tool, history) -> {
            if (count.apply(history) > 0) {
                counts.put(tool, count.apply(history));
            }
        });
        return counts;
    }

    Map<String, Object> last() {
        Map<String, Object> last = new LinkedHashMap<>();
        tools.forEach((tool, history) -> last.put(tool, history.last().code()));
        return last;
    }
}
