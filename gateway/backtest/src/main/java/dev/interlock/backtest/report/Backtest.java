package dev.interlock.backtest.report;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.PolicyDocument;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plays runs against one policy and counts what is found. */
public final class Backtest {
    private final Contracts contracts;
    private final Map<String, Tally> sources = new TreeMap<>();
    private final Map<Reason, Long> guards = new EnumMap<>(Reason.class);
    private Tally total = Tally.NONE;

    /** A backtest of a policy of which all is decided in the core. */
    public Backtest(Policy policy) {
        this(PolicyDocument.of(policy).contracts());
    }

    /** A backtest of this policy. */
    public Backtest(Contracts contracts) {
        this.contracts = contracts;
    }

    /** Plays one more run. */
    public Finding play(Trace trace) {
        return play(List.of(trace)).get(0);
    }

    /** Plays more runs, on all cores: none knows of another. What is found is in their order. */
    public List<Finding> play(List<Trace> traces) {
        List<Finding> findings =
                traces.parallelStream().map(trace -> Trial.of(trace, contracts)).toList();
        for (int i = 0; i < findings.size(); i++) {
            count(traces.get(i), findings.get(i));
        }
        return findings;
    }

    private void count(Trace trace, Finding finding) {
        Tally tally = Tally.of(trace, finding);
        total = total.plus(tally);
        sources.merge(trace.source(), tally, Tally::plus);
        finding.guards().forEach((reason, count) -> guards.merge(reason, (long) count, Long::sum));
    }

    /** The policy. */
    public Policy policy() {
        return contracts.document().policy();
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
