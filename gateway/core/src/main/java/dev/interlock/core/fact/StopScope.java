package dev.interlock.core.fact;

import dev.interlock.core.outcome.Reason;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What a stop reaches, and the reason it gives. */
public enum StopScope {
    RUN(Reason.OPERATOR_STOP),
    AGENT(Reason.AGENT_STOPPED),
    TOOL(Reason.TOOL_STOPPED),
    MODEL(Reason.MODEL_STOPPED),
    CHAIN(Reason.CHAIN_STOPPED),
    ALL(Reason.ALL_STOPPED);

    private final Reason reason;

    StopScope(Reason reason) {
        this.reason = reason;
    }

    /** The reason a call or run in this scope is stopped for. */
    public Reason reason() {
        return reason;
    }

    /** The reasons of all scopes. */
    public static Set<Reason> reasons() {
        return Arrays.stream(values()).map(StopScope::reason).collect(Collectors.toUnmodifiableSet());
    }

    /** The symbol written in records. */
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
