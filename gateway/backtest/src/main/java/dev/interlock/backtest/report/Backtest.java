package dev.interlock.backtest.report;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Plays runs against one policy and counts what is found. */
public final class Backtest {
    private final Policy policy;
    private final Map<String, Tally> sources = new TreeMap<>();
    private final Map<Reason, Long> guards = new EnumMap<>(Reason.class);
    private Tally total = Tally.NONE;

    /** A backtest of this policy. */
    public Backtest(Policy policy) {
        this.policy = policy;
    }

    /** Plays one more run. */
    public Finding play(Trace trace) {
        Finding finding = Trial.of(trace, policy);
        Tally tally = Tally.of(trace, finding);
        total = total.plus(tally);
        sources.merge(trace.source(), tally, Tally::plus);
        finding.guards().forEach((reason, count) -> guards.merge(reason, (long) count, Long::sum));
        return finding;
    }

    /** The policy. */
    public Policy policy() {
        return policy;
    }

    /** What was found in all runs. */
    public Tally total() {
        return total;
    }

    /** What was found in the runs of each source. */
    public Map<String, Tally> sources() {
        return Collections.unmodifiableMap(sources);
    }

    /** How often each guard fired. */
    public Map<Reason, Long> guards() {
        return Collections.unmodifiableMap(guards);
    }
}
