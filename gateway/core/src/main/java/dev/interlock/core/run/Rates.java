package dev.interlock.core.run;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How fast a run calls, where its policy limits that: what is sent again on the gateway's own account counts as well, and
 * a call counts from the decision that sends it.
 *
 * @param run all calls of the run together, where the policy limits them
 * @param tools the calls of each tool that has a rate of its own; of those beyond the first {@value #MOST_TOOLS} together,
 *     under the empty name
 */
public record Rates(Pace run, Map<String, Pace> tools) {
    /** The most tools that are told apart: a further one shares its rate, which is never looser for that. */
    static final int MOST_TOOLS = 16;

    /** Nothing was sent. */
    static final Rates NONE = new Rates(Pace.NONE, Map.of());

    private static final String OTHERS = "";

    public Rates {
        tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
    }

    /**
     * The rules a call is held to.
     *
     * @param run that of all calls of the run
     * @param tool that of the calls of its tool
     */
    public record Rules(Optional<RateRule> run, Optional<RateRule> tool) {
        static Rules of(Policy policy, ToolContract contract) {
            return new Rules(policy.ceilings().rate(), policy.limits(contract).flatMap(ToolLimits::rate));
        }

        boolean isEmpty() {
            return run.isEmpty() && tool.isEmpty();
        }
    }

    /** Whether a call would be sent too soon; of both rates that of the tool comes first, for it tells more. */
    Optional<Finding> check(String tool, Rules rules, long atMs) {
        return rules.tool()
                .flatMap(rule -> check("tools." + tool + ".limits.rate", of(tool), rule, atMs))
                .or(() -> rules.run().flatMap(rule -> check("rate", run, rule, atMs)));
    }

    private static Optional<Finding> check(String guard, Pace pace, RateRule rule, long atMs) {
        long wait = pace.waitMs(rule, atMs);
        GuardReading reading = new GuardReading(guard, rule.calls(), pace.counted(rule, atMs) + 1L);
        return wait == 0
                ? Optional.empty()
                : Optional.of(new Finding(
                        Reason.RATE_LIMIT, new Denial(Optional.of(reading), Optional.empty(), OptionalLong.of(wait))));
    }

    Rates sent(String tool, Rules rules, long atMs) {
        Pace ofRun = rules.run().map(rule -> run.sent(rule, atMs)).orElse(run);
        return new Rates(
                ofRun,
                rules.tool()
                        .map(rule -> with(counter(tool), of(tool).sent(rule, atMs)))
                        .orElse(tools));
    }

    Rates givenBack(OpenCall call) {
        String counter = counter(call.contract().counted(call.call().tool()));
        Map<String, Pace> fewer =
                tools.containsKey(counter) ? with(counter, tools.get(counter).givenBack(call.sentAtMs())) : tools;
        return new Rates(run.givenBack(call.sentAtMs()), fewer);
    }

    private Pace of(String tool) {
        return tools.getOrDefault(counter(tool), Pace.NONE);
    }

    private Map<String, Pace> with(String counter, Pace pace) {
        Map<String, Pace> changed = new LinkedHashMap<>(tools);
        changed.put(counter, pace);
        return changed;
    }

    private String counter(String tool) {
        return tools.containsKey(tool) || tools.size() < MOST_TOOLS ? tool : OTHERS;
    }
}
