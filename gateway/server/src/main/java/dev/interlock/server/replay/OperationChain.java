package dev.interlock.server.replay;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecider;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.server.wire.JournalFacts;
import dev.interlock.server.wire.Snapshot;
import dev.interlock.server.wire.StateCodec;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One operation, decided again entry by entry. */
final class OperationChain {
    private final String operationId;
    private final Link link = new Link();
    private Optional<Operation> state = Optional.empty();

    OperationChain(String operationId) {
        this.operationId = operationId;
    }

    /** Whether nothing is left of it that a later entry could rest on. */
    boolean isForgotten() {
        return state.isEmpty() && !link.isBroken();
    }

    void start(ChainSnapshot snapshot) {
        if (link.start(snapshot)) {
            state = Optional.of(Snapshot.operation(snapshot));
        }
    }

    Replayed take(Recorded recorded) {
        if (link.begins(recorded)) {
            state = Optional.empty();
        }
        Optional<String> gap = link.gap(recorded);
        if (gap.isPresent()) {
            return new Replayed.Missing(recorded, gap.get());
        }
        Replayed.OfOperation replayed = decide(recorded, UnaryOperator.identity());
        state = replayed.decision().after();
        link.follow(recorded, replayed.difference());
        return replayed;
    }

    /** Decides what left no operation behind, and stands in the chain of a task, where nothing tells which it was about. */
    Replayed stateless(Recorded recorded) {
        link.standIn(recorded);
        return decide(recorded, Expected::unkeyed);
    }

    private Replayed.OfOperation decide(Recorded recorded, UnaryOperator<Expected> known) {
        JournalEntry entry = recorded.entry();
        OperationInput input = JournalFacts.ofOperation(entry);
        OperationDecision decision = OperationDecider.decide(operationId, state, input, entry.atMs());
        Comparing.Decided decided = new Comparing.Decided(
                decision.verdict().what().code(),
                decision.verdict().reason(),
                Optional.empty(),
                List.of(),
                List.of(),
                decision.after()
                        .map(after -> StateCodec.hash(StateCodec.OPERATION.state(after)))
                        .orElse(StateCodec.NO_STATE),
                entry.policyHash());
        List<Expected> writes = new OperationWrites(
                        operationId,
                        link.forWrites().head(Keys.operationChain(operationId)),
                        decision.after(),
                        entry.atMs())
                .of(decision).stream().map(known).toList();
        Optional<Difference> difference = Comparing.entry(recorded, link.position(), decided, input)
                .or(() -> Comparing.effects(recorded, writes, OperationWrites.BESIDE));
        return new Replayed.OfOperation(recorded, input, state, decision, difference, RunChain.count(writes));
    }
}
