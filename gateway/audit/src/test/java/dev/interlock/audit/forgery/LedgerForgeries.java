package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.LEDGER;
import static dev.interlock.audit.witness.Fault.NO_EVIDENCE;
import static dev.interlock.audit.witness.Fault.UNWRITTEN;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerOperationBuilder;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.Symbols.Effect;
import java.util.List;
import java.util.stream.Stream;

/** What is done to the states of operations, and to what they rest on. */
final class LedgerForgeries {
    private static final String OPERATION = "pay-next";

    private LedgerForgeries() {}

    static Stream<Forgery> all() {
        return Stream.of(
                Forgery.of(
                        "the ledger has forgotten an earlier state",
                        it -> it.drop(states(it).getFirst().raw())),
                Forgery.of(
                        "the ledger has lost the latest state",
                        it -> it.drop(states(it).getLast().raw()),
                        LEDGER),
                Forgery.of(
                        "an earlier state is written again",
                        it -> it.again(states(it).getFirst().raw()),
                        LEDGER,
                        UNWRITTEN),
                Forgery.of("the latest state says something else", LedgerForgeries::overwrite, LEDGER, UNWRITTEN),
                Forgery.of("a write is committed that no worker reported so", LedgerForgeries::unprove, NO_EVIDENCE));
    }

    private static List<Seen<LedgerOperation>> states(Forger it) {
        return it.recording().operations().stream()
                .filter(seen -> OPERATION.equals(seen.record().operationId()))
                .toList();
    }

    private static void overwrite(Forger it) {
        Seen<LedgerOperation> latest = states(it).getLast();
        it.overwrite(
                latest,
                LedgerOperationBuilder.builder(latest.record()).version(99).build());
    }

    private static void unprove(Forger it) {
        Raw report = it.recording().on(it.topics().operationResults()).stream()
                .filter(raw -> OPERATION.equals(raw.keyText()))
                .findFirst()
                .orElseThrow();
        Result result = RecordCodec.of(Result.class).decode(report.value()).record();
        it.overwrite(
                report,
                Forger.bytes(
                        ResultBuilder.builder(result).effect(Effect.UNKNOWN).build()));
    }
}
