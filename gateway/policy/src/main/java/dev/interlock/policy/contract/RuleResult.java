package dev.interlock.policy.contract;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.outcome.Reason;

/**
 * A rule that applies to a call.
 *
 * @param rule the rule's name
 * @param then what follows; a rule that could not be evaluated denies
 * @param text the rule's reason, or why it could not be evaluated
 */
public record RuleResult(String rule, Rule.Then then, String text) {
    /** The same as the core takes it. */
    Fault fault() {
        Reason reason = then == Rule.Then.HOLD ? Reason.APPROVAL_REQUIRED : Reason.POLICY_BLOCKED;
        return new Fault(reason, "rules." + rule, text, then.code());
    }
}
