package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.DELIVERED_AGAIN;
import static dev.interlock.audit.witness.Fault.NOT_THERE;
import static dev.interlock.audit.witness.Fault.THERE;
import static dev.interlock.audit.witness.Fault.UNPERMITTED;

import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerOperationBuilder;
import dev.interlock.schemas.Symbols.OperationState;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the receiver cannot have seen, or must have seen. The open run has paid once, under the name {@code pay}. */
final class ReceiverForgeries {
    private static final String PAID = "pay";

    private ReceiverForgeries() {}

    static Stream<Forgery> all() {
        return Stream.of(
                Forgery.of("a call that nobody permitted", it -> it.call(Effects.LOOKS + "any", "forged"), UNPERMITTED),
                Forgery.of("a read is delivered twice", ReceiverForgeries::lookAgain, DELIVERED_AGAIN),
                Forgery.of(
                        "a write is delivered twice",
                        it -> it.call(PAID, it.effects().of(PAID).getFirst()),
                        DELIVERED_AGAIN),
                Forgery.of("a committed write has no effect", it -> it.uncall(PAID), NOT_THERE),
                Forgery.of(
                        "a write that happened is known not to have",
                        it -> know(it, OperationState.NOT_COMMITTED),
                        THERE),
                Forgery.of("of a write that happened nobody knows", it -> know(it, OperationState.UNKNOWN)));
    }

    private static void lookAgain(Forger it) {
        Map.Entry<String, List<String>> look = it.effects().calls().entrySet().stream()
                .filter(call -> call.getKey().startsWith(Effects.LOOKS))
                .findFirst()
                .orElseThrow();
        it.call(look.getKey(), look.getValue().getFirst());
    }

    /** The latest state on the ledger, whoever is told another. */
    private static void know(Forger it, String state) {
        Seen<LedgerOperation> latest = it.recording().operations().stream()
                .filter(seen -> PAID.equals(seen.record().operationId()))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        it.change(
                latest,
                LedgerOperationBuilder.builder(latest.record()).state(state).build());
    }
}
