package dev.interlock.core.policy;

import dev.interlock.core.outcome.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * All limits and rules a run is held to. A run keeps the policy it started with.
 *
 * @param name what people call it
 * @param ceilings the most a run may use
 * @param chains how far activations may trigger each other
 * @param repetition what counts as repeating without advancing
 * @param otherwise what a guard does that {@code actions} does not name
 * @param actions what single guards do when they fire
 * @param ceilingsFirst whether call ceilings are looked at before repetition; articles B and D do so, article A and the
 *     contract's own order do not
 * @param stopOnFault whether a read that fails in the executor, in shape or in evidence ends the run; otherwise the agent
 *     gets it as a structured error. A write of that kind always needs reconciliation.
 * @param horizons how long things stay one matter
 * @param approval which calls a person has to approve
 * @param tools contracts by tool name, in which * stands for any characters: the exact name decides, then the longest
 *     pattern
 * @param fallback the contract of tools not named; empty makes them {@code unknown_tool}
 */
public record Policy(
        String name,
        Ceilings ceilings,
        ChainLimits chains,
        Repetition repetition,
        Action otherwise,
        Map<Reason, Action> actions,
        boolean ceilingsFirst,
        boolean stopOnFault,
        Horizons horizons,
        ApprovalRule approval,
        Map<String, ToolContract> tools,
        Optional<ToolContract> fallback) {

    public Policy {
        Parts.require("name", name);
        Parts.require("ceilings", ceilings);
        Parts.require("chains", chains);
        Parts.require("repetition", repetition);
        Parts.require("otherwise", otherwise);
        Parts.require("horizons", horizons);
        Parts.require("approval", approval);
        actions.forEach(Policy::check);
        actions = Map.copyOf(actions);
        tools = Map.copyOf(tools);
        ToolPattern.fault(tools.keySet()).ifPresent(fault -> {
            throw new IllegalArgumentException(
                    "tools." + fault.pattern() + ": " + fault.rule() + ", was " + fault.found());
        });
        for (Map.Entry<String, ToolContract> tool : tools.entrySet()) {
            check(tools, tool.getKey(), tool.getValue());
        }
        int remembered = repetition.identical().window();
        tools.forEach((tool, contract) -> checkWindow("tools." + tool, contract, remembered));
        fallback.ifPresent(contract -> checkWindow("fallback", contract, remembered));
        if (ceilings.calls() > repetition.mostCalls()) {
            throw new IllegalArgumentException("repetition.identical.span: run needs ceilings.calls of at most "
                    + repetition.mostCalls() + ", was " + ceilings.calls());
        }
    }

    private static void check(Map<String, ToolContract> tools, String name, ToolContract contract) {
        Optional<String> counted = contract.countsAs();
        boolean leads = counted.map(tools::get)
                .filter(other -> other.countsAs().isEmpty())
                .isPresent();
        if (counted.isPresent() && !leads) {
            throw new IllegalArgumentException("tools." + name
                    + ".counts_as: must be a tool that is named and counts as itself, was " + counted.get());
        }
    }

    private static void checkWindow(String field, ToolContract contract, int remembered) {
        int window = contract.sameCall()
                .map(SameCall::window)
                .orElse(OptionalInt.empty())
                .orElse(1);
        if (window > remembered) {
            throw new IllegalArgumentException(field + ".same_call.window: must be at most repetition.identical.window "
                    + remembered + ", was " + window);
        }
    }

    private static void check(Reason reason, Action action) {
        Parts.require("actions." + reason.code(), action);
        if (action instanceof Action.Observe && !reason.mayBeObserved()) {
            throw new IllegalArgumentException(
                    "actions." + reason.code() + ": cannot be observe, for such a call cannot be let through");
        }
    }

    /** The same policy with other ceilings. */
    public Policy with(Ceilings changed) {
        return with(changed, otherwise, actions, tools, fallback);
    }

    /** The same policy with each contract changed so. */
    public Policy with(UnaryOperator<ToolContract> change) {
        Map<String, ToolContract> changed = new LinkedHashMap<>();
        tools.forEach((tool, contract) -> changed.put(tool, change.apply(contract)));
        return with(ceilings, otherwise, actions, changed, fallback.map(change));
    }

    /** The same policy with this contract for a tool of this name or pattern. */
    public Policy with(String tool, ToolContract contract) {
        Map<String, ToolContract> changed = new LinkedHashMap<>(tools);
        changed.put(tool, contract);
        return with(ceilings, otherwise, actions, changed, fallback);
    }

    /** The same policy with guards that do this. */
    public Policy with(Action otherGuards, Map<Reason, Action> namedGuards) {
        return with(ceilings, otherGuards, namedGuards, tools, fallback);
    }

    /** The same policy in which a tool that is not named is not known. */
    public Policy withoutFallback() {
        return with(ceilings, otherwise, actions, tools, Optional.empty());
    }

    private Policy with(
            Ceilings limits,
            Action otherGuards,
            Map<Reason, Action> namedGuards,
            Map<String, ToolContract> contracts,
            Optional<ToolContract> otherContract) {
        return new Policy(
                name,
                limits,
                chains,
                repetition,
                otherGuards,
                namedGuards,
                ceilingsFirst,
                stopOnFault,
                horizons,
                approval,
                contracts,
                otherContract);
    }

    /** The action of the guard behind this reason; what cannot be let through is denied where others are only observed. */
    public Action action(Reason reason) {
        Action action = actions.getOrDefault(reason, otherwise);
        boolean impossible = action instanceof Action.Observe && !reason.mayBeObserved();
        return impossible ? new Action.Deny() : action;
    }

    /** The highest a ceiling of a run under this policy may become, in its unit: above it, it would be none. */
    public long most(Ceiling ceiling) {
        return switch (ceiling) {
            case WALL_CLOCK_MS -> Ceilings.LONGEST_MS;
            case CALLS -> repetition.mostCalls();
            case COST_MICROS -> Ceilings.MOST_MICROS;
            case TURNS, MODEL_CALLS, RETRIES, HANDOFFS, DENIALS -> Ceilings.MOST;
        };
    }

    /** The ceilings that hold for the calls of a tool with this contract. */
    public Optional<ToolLimits> limits(ToolContract contract) {
        return contract.countsAs().map(tools::get).orElse(contract).limits();
    }

    /** The contract of a tool, empty when the tool is unknown. */
    public Optional<ToolContract> contract(String tool) {
        return Optional.ofNullable(tools.get(tool))
                .or(() -> ToolPattern.longest(tools.keySet(), tool).map(tools::get))
                .or(() -> fallback);
    }
}
