package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What calls cost, in millionths of the policy's currency unit. The most an attempt may cost is reserved before it runs;
 * what it did cost takes its place when its result says so, and what nobody says stays reserved or counts as used.
 */
final class Costs {
    private Costs() {}

    /**
     * The most one attempt of a call costs: what its tool's contract says, or what the agent expects where that is more.
     * An agent's word alone never lowers it.
     *
     * @return empty when neither says anything
     */
    static OptionalLong most(Call call, ToolContract contract) {
        return Stream.of(contract.costMicros(), call.estimatedMicros())
                .flatMapToLong(OptionalLong::stream)
                .max();
    }

    /** Whether what is left does not do for one more call; of one whose cost nobody knows, something has to be left. */
    static Optional<Finding> check(Budget budget, Call call, ToolContract contract) {
        OptionalLong most = most(call, contract);
        boolean enough = most.isEmpty()
                ? budget.remaining() > 0
                : budget.remaining() >= 0 && budget.remaining() >= most.getAsLong();
        return enough
                ? Optional.empty()
                : Optional.of(new Finding(
                        Reason.COST_BUDGET,
                        Denial.read("cost_micros", budget.allowed(), budget.taken() + most.orElse(0))));
    }

    /** Whether what is left does for one more attempt of an open call, which keeps its reservation, once the last one is paid. */
    static boolean lastsFor(Budget budget, long paidMicros) {
        return budget.remaining() >= paidMicros;
    }
}
