package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.ToolLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/** Remembers when every call was sent, and counts in all stretches of time. */
final class Pacing {
    private final List<Sent> sent = new ArrayList<>();

    private record Sent(String id, String tool, long atMs) {}

    /** The same policy, sometimes with a rate of the run and of a tool. */
    static Policy paced(Policy policy, Random random) {
        if (random.nextInt(3) > 0) {
            return policy;
        }
        Policy paced = policy.with(policy.ceilings().withRate(1 + random.nextInt(5), 1 + random.nextInt(3_000)));
        ToolLimits limits = ToolLimits.ofRate(1 + random.nextInt(3), 1 + random.nextInt(3_000));
        boolean limited = paced.contract("pay").orElseThrow().limits().isPresent();
        return limited
                ? paced
                : paced.with("pay", paced.contract("pay").orElseThrow().with(limits));
    }

    void note(RunDecision decision) {
        long atMs = decision.after().map(RunState::lastAtMs).orElse(0L);
        RunWalkTest.letThrough(decision.effects())
                .filter(call -> !call.replay())
                .forEach(call -> sent.add(new Sent(call.id(), call.call().tool(), atMs)));
        decision.changes().stream()
                .filter(RunChange.Refunded.class::isInstance)
                .forEach(change -> sent.removeIf(call -> call.id().equals(((RunChange.Refunded) change).id())));
    }

    void check(Policy policy) {
        policy.ceilings().rate().ifPresent(rule -> check(rule, call -> true));
        Optional<RateRule> ofPay = policy.contract("pay").orElseThrow().limits().flatMap(ToolLimits::rate);
        ofPay.ifPresent(rule -> check(rule, call -> call.tool().equals("pay")));
    }

    private void check(RateRule rule, Predicate<Sent> counts) {
        if (sent.isEmpty()) {
            return;
        }
        long last = sent.getLast().atMs();
        assertThat(sent.stream().filter(counts).filter(call -> call.atMs() > last - rule.perMs()))
                .as("sent within %s ms up to %s", rule.perMs(), last)
                .hasSizeLessThanOrEqualTo(rule.calls());
    }
}
