package dev.interlock.scenarios;

import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/**
 * What an agent is told about a proposal.
 *
 * @param type the kind of outcome
 * @param reason the reason that comes with it; in an expectation, empty means any or none
 */
public record Reply(Type type, Optional<Reason> reason) {

    /** The kinds of outcome that answer a proposal. */
    public enum Type {
        RESULT,
        REPLAYED,
        DENIED,
        PAUSED,
        /** The run ended, and that is the answer. */
        TERMINAL
    }

    static Reply of(Type type) {
        return new Reply(type, Optional.empty());
    }

    static Reply denied(Reason reason) {
        return new Reply(Type.DENIED, Optional.of(reason));
    }

    /** Whether an observed reply is one that was expected as this. */
    boolean allows(Reply observed) {
        return type == observed.type && (reason.isEmpty() || reason.equals(observed.reason));
    }

    @Override
    public String toString() {
        String name = type.name().toLowerCase(java.util.Locale.ROOT);
        return reason.map(r -> name + " " + r.code()).orElse(name);
    }
}
