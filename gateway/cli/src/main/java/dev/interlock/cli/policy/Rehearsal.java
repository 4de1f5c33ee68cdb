package dev.interlock.cli.policy;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TracedCall.Kind;
import dev.interlock.backtest.trace.TracedResult.Failure;
import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Stopped;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.words.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plays runs that are written to meet one guard each through the gateway's own decisions, and tells which guards never
 * fire because another does before them.
 */
final class Rehearsal {
    /** Longer runs are not played: whoever asks wants an answer at once. */
    private static final int MOST_CALLS = 1_200;

    private static final String ANY_TOOL = "a tool that no policy names";

    private final Policy policy;
    private final String tool;
    private final boolean revisions;
    private final List<Warning> found = new ArrayList<>();

    private Rehearsal(Policy policy, String tool, ToolContract contract) {
        this.policy = policy;
        this.tool = tool;
        this.revisions = contract.progress() == ProgressRule.REVISION;
    }

    /** What is found; nothing where no tool may be called without asking a person. */
    static List<Warning> of(Policy policy) {
        Optional<String> tool = Stream.concat(
                        Stream.of(ANY_TOOL), policy.tools().keySet().stream().sorted())
                .map(name -> name.replace("*", "any"))
                .filter(name ->
                        policy.contract(name).isPresent() && !policy.approval().covers(name))
                .findFirst();
        return tool.map(name ->
                        new Rehearsal(policy, name, policy.contract(name).orElseThrow()).all())
                .orElse(List.of());
    }

    private List<Warning> all() {
        Repetition rules = policy.repetition();
        int allowed = rules.identical().allowed();
        int repeats = rules.cycle().repeats();
        if (allowed > 0) {
            meet(Reason.SAME_CALL, "repetition.identical.allowed", List.of(identical(allowed + 1)), List.of());
        }
        if (repeats > 0) {
            meet(
                    Reason.SHORT_CYCLE,
                    "repetition.cycle.repeats",
                    List.of(blocks(repeats, Kind.READ, 1), blocks(repeats, Kind.WRITE, 1), failingBlocks(repeats)),
                    List.of(blocks(repeats, Kind.READ, 2), blocks(repeats, Kind.WRITE, 2)));
        }
        if (rules.sameFailure() > 0) {
            int failures = rules.sameFailure() + 1;
            meet(
                    Reason.SAME_FAILURE,
                    "repetition.same_failure",
                    List.of(failures(failures, 1)),
                    List.of(failures(failures, Math.max(1, policy.ceilings().parallel()))));
        }
        if (rules.idle() > 0) {
            meet(Reason.NO_PROGRESS, "repetition.idle", List.of(idle(rules.idle() + 3)), List.of());
        }
        if (rules.sameResult() > 0) {
            meet(Reason.NO_PROGRESS, "repetition.same_result", List.of(same(rules.sameResult() + 1)), List.of());
        }
        meet(
                Reason.TURN_BUDGET,
                "ceilings.turns",
                List.of(fresh(policy.ceilings().turns() + 1, 1)),
                List.of());
        int calls = policy.ceilings().calls() + 1;
        meet(
                Reason.CALL_BUDGET,
                "ceilings.calls",
                List.of(
                        fresh(calls, 1),
                        fresh(calls, 2),
                        fresh(calls, Math.max(1, policy.ceilings().parallel()))),
                List.of());
        return List.copyOf(found);
    }

    /** Plays what is to meet a guard: calls one after the other, and where that does not reach it, side by side. */
    private void meet(Reason guard, String field, List<Script> serial, List<Script> parallel) {
        List<Trace> first = serial.stream().map(Script::trace).toList();
        if (first.stream().anyMatch(trace -> trace.calls().size() > MOST_CALLS) || fires(guard, first)) {
            return;
        }
        String before = first.stream()
                .flatMap(trace -> others(Trial.of(trace, policy)).stream())
                .findFirst()
                .map(reason -> ": " + reason.code() + " comes before it")
                .orElse("");
        boolean aside = fires(guard, parallel.stream().map(Script::trace).toList());
        String text = aside ? " fires only where calls are made side by side" : " never fires at these numbers";
        found.add(new Warning(FieldPath.dotted(field), guard.code() + text + before));
    }

    private boolean fires(Reason guard, List<Trace> traces) {
        return traces.stream()
                .map(trace -> Trial.of(trace, policy))
                .anyMatch(finding -> finding.guards().containsKey(guard)
                        || finding.stopped()
                                .map(Stopped::reason)
                                .filter(guard::equals)
                                .isPresent());
    }

    private static Optional<Reason> others(Finding finding) {
        return finding.stopped()
                .map(Stopped::reason)
                .or(() -> finding.guards().keySet().stream().sorted().findFirst());
    }

    private Script script() {
        return new Script(tool, revisions);
    }

    private Script identical(int times) {
        Script script = script();
        for (int i = 0; i < Math.min(times, MOST_CALLS + 1); i++) {
            script.call(Kind.READ, i, "same", "same");
        }
        return script;
    }

    /** Other arguments each time, and always one result. */
    private Script same(int times) {
        Script script = script();
        for (int i = 0; i < Math.min(times, MOST_CALLS + 1); i++) {
            script.call(Kind.READ, i, "other " + i, "same");
        }
        return script;
    }

    /** Two calls in turn, the second of a kind, so many of them in one turn. */
    private Script blocks(int repeats, Kind second, int perTurn) {
        Script script = script();
        for (int i = 0; i < 2 * repeats; i++) {
            boolean odd = i % 2 == 1;
            script.call(odd ? second : Kind.READ, i / perTurn, odd ? "two" : "one", odd ? "of two" : "of one");
        }
        return script;
    }

    /** The same two calls, both failing for a reason that may pass. */
    private Script failingBlocks(int repeats) {
        Script script = script();
        for (int i = 0; i < 2 * repeats; i++) {
            script.failing(i, i % 2 == 1 ? "two" : "one", Failure.TRANSIENT);
        }
        return script;
    }

    private Script failures(int count, int perTurn) {
        Script script = script();
        for (int i = 0; i < Math.min(count, MOST_CALLS + 1); i++) {
            script.failing(i / perTurn, "other " + i, Failure.PERMANENT);
        }
        return script;
    }

    /** Two results in turn that are new only at first. */
    private Script idle(int count) {
        Script script = script();
        for (int i = 0; i < Math.min(count, MOST_CALLS + 1); i++) {
            script.call(Kind.READ, i, "other " + i, i % 2 == 0 ? "even" : "odd");
        }
        return script;
    }

    /** Calls of which each brings something new. */
    private Script fresh(int count, int perTurn) {
        Script script = script();
        for (int i = 0; i < Math.min(count, MOST_CALLS + 1); i++) {
            script.call(Kind.READ, i / perTurn, "new " + i, String.valueOf(i + 1));
        }
        return script;
    }
}
