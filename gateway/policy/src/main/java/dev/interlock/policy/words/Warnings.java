package dev.interlock.policy.words;

import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.Passing;
import dev.interlock.policy.body.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what in a policy can have no effect, or one that nobody wants. */
public final class Warnings {
    /** A standard task takes up to so many steps; design, article B. */
    private static final int STANDARD_TASK = 5;

    private final Policy policy;
    private final List<Warning> found = new ArrayList<>();

    private Warnings(Policy policy) {
        this.policy = policy;
    }

    /** All that is found, in the order of the fields. */
    public static List<Warning> of(Policy policy) {
        Warnings warnings = new Warnings(policy);
        warnings.ceilings();
        warnings.transientTries();
        warnings.limits();
        warnings.approval();
        return List.copyOf(warnings.found);
    }

    private void ceilings() {
        Ceilings ceilings = policy.ceilings();
        if (ceilings.turns() == 0 || ceilings.calls() == 0 || ceilings.parallel() == 0) {
            warn("ceilings", "a run can make no call at all");
        } else if (Math.min(ceilings.turns(), ceilings.calls()) < STANDARD_TASK) {
            warn(
                    ceilings.turns() < ceilings.calls() ? "ceilings.turns" : "ceilings.calls",
                    "ends runs before a standard task of " + STANDARD_TASK + " to 15 steps can be done");
        }
        if (ceilings.calls() > 0 && ceilings.modelCalls() > ceilings.calls()) {
            warn("ceilings.model_calls", "is never reached: calls of a model are calls, of which there are fewer");
        }
        if (ceilings.calls() > 0 && ceilings.parallel() > ceilings.calls()) {
            warn("ceilings.parallel", "is never reached: there are fewer calls");
        }
    }

    /** A further try of a failed call is a repetition and a retry: the lower of both limits is the one that holds. */
    private void transientTries() {
        Identical identical = policy.repetition().identical();
        if (identical.allowed() == 0 || !identical.sameResults() || identical.transientTries() == 0) {
            return;
        }
        policy.tools()
                .forEach((tool, contract) -> tries(FieldPath.of("tools", tool), contract, identical.transientTries()));
        policy.fallback().ifPresent(contract -> tries(FieldPath.of("fallback"), contract, identical.transientTries()));
    }

    private void tries(FieldPath field, ToolContract contract, int tries) {
        int allowed = Math.min(contract.maxRetries(), policy.ceilings().retries()) + 1;
        if (allowed < tries) {
            warn(
                    field.child("max_retries"),
                    "allows " + allowed + (allowed == 1 ? " try" : " tries") + " of a call that fails for a reason that"
                            + " may pass; repetition.identical.transient_tries of " + tries + " is never reached");
        }
    }

    private void limits() {
        policy.tools().forEach((tool, contract) -> limits(FieldPath.of("tools", tool), contract));
        policy.fallback().ifPresent(contract -> limits(FieldPath.of("fallback"), contract));
    }

    /** What of a tool's own limits other limits never let be reached. */
    private void limits(FieldPath tool, ToolContract contract) {
        Ceilings ceilings = policy.ceilings();
        contract.limits().ifPresent(limits -> {
            limits.calls()
                    .ifPresent(most -> unreached(tool, "limits.calls", most > ceilings.calls(), "ceilings.calls"));
            limits.parallel()
                    .ifPresent(most ->
                            unreached(tool, "limits.parallel", most > ceilings.parallel(), "ceilings.parallel"));
        });
        ceilings.costMicros()
                .ifPresent(most -> contract.costMicros()
                        .ifPresentOrElse(cost -> tooDear(tool, cost, most), () -> unmetered(tool)));
        if (contract.retryBackoffMs().isPresent() && contract.passing().isEmpty()) {
            warn(tool.child("retry_backoff_ms"), "has no effect: retry_on names no failure that may pass");
        }
        unreported(tool, contract);
        contract.poll().ifPresent(rule -> {
            long longest = rule.everyMs() * (rule.most() - 1L);
            unreached(tool, "poll.most", longest >= rule.withinMs() && rule.most() > 1, "poll.within_ms");
        });
    }

    /** Each call that is to be counted first takes its time, and that of the gateway's own retries. */
    private void unreported(FieldPath tool, ToolContract contract) {
        long calls = policy.repetition().unreported().orElse(0);
        long retries = contract.passing().contains(Passing.TIMEOUT)
                ? Math.min(calls * contract.maxRetries(), policy.ceilings().retries())
                : 0;
        long lasts = Math.multiplyHigh(calls + retries, contract.timeoutMs()) == 0
                ? (calls + retries) * contract.timeoutMs()
                : Long.MAX_VALUE;
        if (calls > 0 && lasts >= policy.ceilings().wallClockMs()) {
            warn(
                    tool.child("timeout_ms"),
                    "gives calls of which nothing is reported so much time that repetition.unreported of " + calls
                            + " is never reached: ceilings.wall_clock_ms is reached before it");
        }
    }

    private void tooDear(FieldPath tool, long cost, long most) {
        if (cost > most) {
            warn(tool.child("cost_micros"), "is more than ceilings.cost_micros: no call of it is ever let through");
        }
    }

    private void unmetered(FieldPath tool) {
        warn(
                tool.child("cost_micros"),
                "is not said: a call of which its proposal does not say the cost either runs as long as something is"
                        + " left, and can overrun ceilings.cost_micros by all that it costs");
    }

    private void unreached(FieldPath tool, String limit, boolean never, String other) {
        if (never) {
            warn(tool.join(FieldPath.dotted(limit)), "is never reached: " + other + " is reached before it");
        }
    }

    private void approval() {
        for (String name : policy.approval().tools()) {
            boolean known = policy.fallback().isPresent()
                    || Optional.of(name).filter(policy.tools()::containsKey).isPresent()
                    || policy.contract(name).isPresent();
            if (!known) {
                warn("approval.tools", name + " has no contract: its calls are denied before a person is asked");
            }
        }
    }

    private void warn(String field, String text) {
        warn(FieldPath.dotted(field), text);
    }

    private void warn(FieldPath field, String text) {
        found.add(new Warning(field, text));
    }
}
