package dev.interlock.server.wire;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Finish;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.Proposal;
import java.util.Optional;

/** What is wrong with the call of a proposal that can be read. */
final class CallFaults {
    private static final String TYPES = "one of call, finish";

    private CallFaults() {}

    /** The first fault; empty when the call can be judged. */
    static Optional<Fault> find(Proposal proposal) {
        return switch (proposal.type()) {
            case "call" -> call(proposal);
            case "finish" ->
                proposal.cause() == null ? Optional.empty() : symbol(Finish.Cause.class, "cause", proposal.cause());
            default -> fault("type", TYPES, proposal.type());
        };
    }

    private static Optional<Fault> call(Proposal proposal) {
        if (proposal.tool() == null || proposal.tool().isEmpty()) {
            return fault("tool", "required", proposal.tool());
        }
        return symbol(Kind.class, "kind", proposal.kind()).or(() -> args(ProposalReader.args(proposal)));
    }

    private static Optional<Fault> args(Json args) {
        if (!args.node().isObject()) {
            return fault("args", "must be an object", args.toString());
        }
        return ProposalReader.tooLarge(args)
                ? fault("args", "at most " + Limits.ARGS_BYTES + " bytes", args.size() + " bytes")
                : Optional.empty();
    }

    private static <E extends Enum<E>> Optional<Fault> symbol(Class<E> type, String field, String symbol) {
        return Symbols.find(type, symbol).isPresent() ? Optional.empty() : fault(field, Symbols.rule(type), symbol);
    }

    private static Optional<Fault> fault(String field, String rule, String value) {
        return Optional.of(new Fault(Reason.INVALID_CALL, field, rule, Shown.of(value)));
    }
}
