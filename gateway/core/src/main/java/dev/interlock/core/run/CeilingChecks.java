package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The ceilings a new call is held to: row 11 of the contract's order. */
record CeilingChecks(RunState run, Policy policy, Proposal proposal, Call call, ToolContract contract) {

    /** The ceiling of fewer calls comes before that of all: where both are used up, it tells more. */
    Optional<Finding> check() {
        return Stream.of(
                        toolCalls(),
                        modelCalls(),
                        calls(),
                        retries(),
                        attempts(),
                        handoffs(),
                        toolParallel(),
                        parallel(),
                        chain(),
                        cost(),
                        rate())
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Finding> calls() {
        return spent(run.budgets().calls(), Reason.CALL_BUDGET, "calls");
    }

    private Optional<Finding> toolCalls() {
        OptionalInt allowed = policy.limits(contract).map(ToolLimits::calls).orElse(OptionalInt.empty());
        int made = run.history().tallies().callsOf(contract.counted(call.tool()));
        return allowed.isPresent() && made >= allowed.getAsInt()
                ? Optional.of(
                        new Finding(Reason.CALL_BUDGET, Denial.read(ofTool("calls"), allowed.getAsInt(), made + 1L)))
                : Optional.empty();
    }

    /** Whether too many calls of the tool are open. One that only asks for a stored result runs nowhere. */
    private Optional<Finding> toolParallel() {
        OptionalInt allowed = policy.limits(contract).map(ToolLimits::parallel).orElse(OptionalInt.empty());
        long running = run.open().values().stream()
                .filter(o -> o.state() != OpenCall.Standing.UNKNOWN && !o.replay())
                .filter(o -> o.contract().counted(o.call().tool()).equals(contract.counted(call.tool())))
                .count();
        return allowed.isPresent() && running >= allowed.getAsInt()
                ? Optional.of(new Finding(
                        Reason.PARALLEL_LIMIT, Denial.read(ofTool("parallel"), allowed.getAsInt(), running + 1)))
                : Optional.empty();
    }

    /** The guard as the policy would name it if it named just this tool. */
    private String ofTool(String limit) {
        return "tools." + contract.counted(call.tool()) + ".limits." + limit;
    }

    private Optional<Finding> modelCalls() {
        return call.kind() == Kind.MODEL
                ? spent(run.budgets().modelCalls(), Reason.CALL_BUDGET, "model_calls")
                : Optional.empty();
    }

    private Optional<Finding> retries() {
        return isRetry() ? spent(run.budgets().retries(), Reason.RETRY_BUDGET, "retries") : Optional.empty();
    }

    private Optional<Finding> attempts() {
        int made = attemptsMade();
        int allowed = contract.maxRetries() + 1;
        return isRetry() && made >= allowed
                ? Optional.of(new Finding(Reason.RETRY_BUDGET, Denial.read("max_retries", allowed, made + 1L)))
                : Optional.empty();
    }

    private Optional<Finding> handoffs() {
        return proposal.handoffFrom().isPresent()
                ? spent(run.budgets().handoffs(), Reason.HANDOFF_BUDGET, "handoffs")
                : Optional.empty();
    }

    /** Whether too many calls are open. */
    Optional<Finding> parallel() {
        long running = run.open().values().stream()
                .filter(o -> o.state() != OpenCall.Standing.UNKNOWN)
                .count();
        int allowed = policy.ceilings().parallel();
        return running >= allowed
                ? Optional.of(new Finding(Reason.PARALLEL_LIMIT, Denial.read("parallel", allowed, running + 1)))
                : Optional.empty();
    }

    /** What the operation stage counted when the run was to be admitted to its chain. */
    private Optional<Finding> chain() {
        return run.chain()
                .membership()
                .filter(told -> told.guard().isPresent())
                .map(told -> new Finding(
                        told.refusal().orElseThrow(),
                        new Denial(told.guard(), Optional.empty(), OptionalLong.empty())));
    }

    private Optional<Finding> cost() {
        return Costs.check(run.budgets().cost(), call, contract);
    }

    /** Whether the call comes too soon after others. */
    Optional<Finding> rate() {
        Rates rates = run.history().tallies().rates();
        return rates.check(contract.counted(call.tool()), Rates.Rules.of(policy, contract), run.lastAtMs());
    }

    private boolean isRetry() {
        return run.history().retries().containsKey(call.fingerprint());
    }

    private int attemptsMade() {
        History.Retry retry = run.history().retries().get(call.fingerprint());
        return retry == null ? 0 : retry.attempts();
    }

    private static Optional<Finding> spent(Budget budget, Reason reason, String name) {
        return budget.remaining() <= 0
                ? Optional.of(new Finding(reason, Denial.read(name, budget.allowed(), budget.taken() + 1)))
                : Optional.empty();
    }
}
