package dev.interlock.core.policy;

import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.Repetition.Span;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What counts as the same call again of one tool, over what the policy says for all. What results are compared and how often
 * a failure that may pass is forgiven stays the policy's word, and so does what progress clears.
 *
 * @param allowed how many identical calls may run before the next fires; 0 switches the rule off for the tool, and its calls
 *     are no part of a block that is repeated either
 * @param span {@code CONSECUTIVE} or {@code WINDOW}; empty for the policy's
 * @param window how many calls are looked back at, at most as many as the policy remembers; empty for all of those
 */
public record SameCall(int allowed, Optional<Span> span, OptionalInt window) {

    public SameCall {
        Parts.within("same_call.allowed", allowed, 0, Ceilings.MOST);
        window.ifPresent(calls -> Parts.within("same_call.window", calls, 1, Identical.LONGEST_WINDOW));
        if (span.filter(found -> found != Span.CONSECUTIVE && found != Span.WINDOW)
                .isPresent()) {
            throw new IllegalArgumentException("same_call.span: must be consecutive or window, for what progress clears"
                    + " is said for all tools, was " + span.get().name().toLowerCase(java.util.Locale.ROOT));
        }
    }

    /** Not looked at. */
    public static SameCall off() {
        return new SameCall(0, Optional.empty(), OptionalInt.empty());
    }

    /** So many. */
    public static SameCall allowing(int calls) {
        return new SameCall(calls, Optional.empty(), OptionalInt.empty());
    }

    /** So many directly one after the other. */
    public static SameCall inARow(int calls) {
        return new SameCall(calls, Optional.of(Span.CONSECUTIVE), OptionalInt.empty());
    }

    /** Whether the tool is exempt. */
    public boolean isOff() {
        return allowed == 0;
    }

    /** The rule for the tool, where the policy has this one. */
    public Identical over(Identical rule) {
        return new Identical(
                allowed,
                span.orElse(rule.span()),
                window.orElse(rule.window()),
                rule.sameResults(),
                rule.transientTries());
    }
}
