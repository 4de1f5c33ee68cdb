package dev.interlock.core.run;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Ceilings;

/**
 * All budgets of a run.
 *
 * @param turns model turns
 * @param calls calls of every kind
 * @param modelCalls calls of kind model
 * @param retries retries of every kind
 * @param handoffs handoffs between agents
 * @param denials denials
 * @param cost what calls cost, in millionths of the policy's currency unit; where the policy has no such ceiling, it is
 *     the highest there is
 */
public record Budgets(
        Budget turns, Budget calls, Budget modelCalls, Budget retries, Budget handoffs, Budget denials, Budget cost) {

    /** Nothing used of these ceilings. */
    public static Budgets of(Ceilings ceilings) {
        return new Budgets(
                        Budget.of(ceilings.turns()),
                        Budget.of(ceilings.calls()),
                        Budget.of(ceilings.modelCalls()),
                        Budget.of(ceilings.retries()),
                        Budget.of(ceilings.handoffs()),
                        Budget.of(ceilings.denials()),
                        Budget.of(ceilings.costMicros().orElse(Ceilings.MOST_MICROS)))
                .keeping(ceilings);
    }

    /** The same with what is kept for a last word, where the policy wants that and there is room for all of it. */
    Budgets keeping(Ceilings ceilings) {
        return ceilings.lastTurn()
                .filter(kept -> turns.remaining() > 0 && calls.remaining() > 0 && modelCalls.remaining() > 0)
                .filter(kept -> cost.remaining() >= kept.costMicros())
                .map(kept -> turns(turns.reserve(1))
                        .calls(calls.reserve(1))
                        .modelCalls(modelCalls.reserve(1))
                        .cost(cost.reserve(kept.costMicros())))
                .orElse(this);
    }

    /** The same when what was kept for a last word is free. */
    Budgets freed(long keptMicros) {
        return turns(turns.refund(1))
                .calls(calls.refund(1))
                .modelCalls(modelCalls.refund(1))
                .cost(cost.refund(keptMicros));
    }

    /** One of them. The wall clock is none: it is the time to the deadline. */
    public Budget budget(Ceiling ceiling) {
        return switch (ceiling) {
            case TURNS -> turns;
            case CALLS -> calls;
            case MODEL_CALLS -> modelCalls;
            case RETRIES -> retries;
            case HANDOFFS -> handoffs;
            case DENIALS -> denials;
            case COST_MICROS -> cost;
            case WALL_CLOCK_MS -> throw new IllegalArgumentException("the wall clock is no counted budget");
        };
    }

    Budgets raised(Ceiling ceiling, long amount) {
        Budget raised = budget(ceiling).raise(amount);
        return switch (ceiling) {
            case TURNS -> turns(raised);
            case CALLS -> calls(raised);
            case MODEL_CALLS -> modelCalls(raised);
            case RETRIES -> retries(raised);
            case HANDOFFS -> handoffs(raised);
            case DENIALS -> denials(raised);
            case COST_MICROS -> cost(raised);
            case WALL_CLOCK_MS -> this;
        };
    }

    Budgets turns(Budget changed) {
        return new Budgets(changed, calls, modelCalls, retries, handoffs, denials, cost);
    }

    Budgets calls(Budget changed) {
        return new Budgets(turns, changed, modelCalls, retries, handoffs, denials, cost);
    }

    Budgets modelCalls(Budget changed) {
        return new Budgets(turns, calls, changed, retries, handoffs, denials, cost);
    }

    Budgets retries(Budget changed) {
        return new Budgets(turns, calls, modelCalls, changed, handoffs, denials, cost);
    }

    Budgets handoffs(Budget changed) {
        return new Budgets(turns, calls, modelCalls, retries, changed, denials, cost);
    }

    Budgets denials(Budget changed) {
        return new Budgets(turns, calls, modelCalls, retries, handoffs, changed, cost);
    }

    Budgets cost(Budget changed) {
        return new Budgets(turns, calls, modelCalls, retries, handoffs, denials, changed);
    }
}
