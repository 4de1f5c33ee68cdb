package dev.interlock.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.Requested;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationVerdict.What;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is promised to requests that wait for a claim of another. */
final class Waiters {
    private final Set<String> waiting = new HashSet<>();

    boolean include(Reply reply) {
        return waiting.contains(name(reply));
    }

    void forget() {
        waiting.clear();
    }

    /** Who waits does so for a claim in flight, with room for all, and is answered once: by its end, a stop or a withdraw. */
    void check(OperationInput input, OperationDecision decision) {
        if (decision.verdict().what() == What.JOINED && input instanceof Requested asks) {
            waiting.add(asks.request().runId() + " " + asks.request().requestId());
        }
        Guarantees.all(decision, Reply.class).forEach(reply -> waiting.remove(name(reply)));
        List<Joiner> joiners = decision.after().map(Operation::joiners).orElse(List.of());
        assertThat(joiners.stream().map(j -> j.runId() + " " + j.requestId()))
                .containsExactlyInAnyOrderElementsOf(waiting);
        if (!joiners.isEmpty()) {
            Operation operation = decision.after().orElseThrow();
            assertThat(operation.state()).isEqualTo(State.IN_FLIGHT);
            assertThat(joiners)
                    .hasSizeLessThanOrEqualTo(
                            operation.claim().request().contract().maxJoiners());
        }
        if (input instanceof Stopped(Stop stop)) {
            assertThat(joiners).noneMatch(j -> j.isReachedBy(stop, "pay"));
        }
    }

    private static String name(Reply reply) {
        return reply.runId() + " " + reply.answer().requestId();
    }
}
