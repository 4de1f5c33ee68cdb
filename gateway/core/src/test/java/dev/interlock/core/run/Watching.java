package dev.interlock.core.run;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import java.util.LinkedHashMap;
import java.util.Map;

/** Policies in which guards do something else. */
final class Watching {
    private Watching() {}

    /** One guard only watches. */
    static Policy only(Policy policy, Reason guard) {
        Map<Reason, Action> actions = new LinkedHashMap<>(policy.actions());
        actions.put(guard, new Action.Observe());
        return policy.with(policy.otherwise(), actions);
    }
}
