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
 */
public record Budgets(Budget turns, Budget calls, Budget modelCalls, Budget retries, Budget handoffs, Budget denials) {

    /** Nothing used of these ceilings. */
    public static Budgets of(Ceilings ceilings) {
        return new Budgets(
                Budget.of(ceilings.turns()),
                Budget.of(ceilings.calls()),
                Budget.of(ceilings.modelCalls()),
                Budget.of(ceilings.retries()),
                Budget.of(ceilings.handoffs()),
                Budget.of(ceilings.denials()));
    }

    /** One of them. The wall clock is none: it is the time to the deadline. */
    Budget budget(Ceiling ceiling) {
        return switch (ceiling) {
            case TURNS -> turns;
            case CALLS -> calls;
            case MODEL_CALLS -> modelCalls;
            case RETRIES -> retries;
            case HANDOFFS -> handoffs;
            case DENIALS -> denials;
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
            case WALL_CLOCK_MS -> this;
        };
    }

    Budgets turns(Budget changed) {
        return new Budgets(changed, calls, modelCalls, retries, handoffs, denials);
    }

    Budgets calls(Budget changed) {
        return new Budgets(turns, changed, modelCalls, retries, handoffs, denials);
    }

    Budgets modelCalls(Budget changed) {
        return new Budgets(turns, calls, changed, retries, handoffs, denials);
    }

    Budgets retries(Budget changed) {
        return new Budgets(turns, calls, modelCalls, changed, handoffs, denials);
    }

    Budgets handoffs(Budget changed) {
        return new Budgets(turns, calls, modelCalls, retries, changed, denials);
    }

    Budgets denials(Budget changed) {
        return new Budgets(turns, calls, modelCalls, retries, handoffs, changed);
    }
}
