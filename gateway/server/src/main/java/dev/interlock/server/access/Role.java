package dev.interlock.server.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What somebody is to a gateway. No role includes another. */
public enum Role {
    /** Proposes calls and reads what became of them, for the agents and runs it is bound to. */
    AGENT,
    /** Executes what is dispatched. Over HTTP it may do nothing: it takes dispatches from Kafka. */
    WORKER,
    /** Sees everything; stops, lifts, resolves, resumes, grants and says that all is well. */
    OPERATOR,
    /** Sees everything; approves and rejects calls that wait for a person. */
    APPROVER,
    /** Sees everything and changes nothing. */
    AUDITOR,
    /** Sees everything; publishes policies. */
    ADMIN;

    private static final Set<Role> DECIDING = Set.of(OPERATOR, APPROVER, ADMIN);

    /** The name in configuration files, tokens and documents. */
    public String symbol() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that name; empty where there is none. */
    public static Optional<Role> of(String symbol) {
        return Arrays.stream(values())
                .filter(role -> role.symbol().equals(symbol))
                .findFirst();
    }

    /**
     * Whether one caller may have all of them. Who proposes must not approve, lift or loosen: a token of an agent is held by
     * a program that follows a model.
     */
    public static boolean agree(Set<Role> roles) {
        return !roles.contains(AGENT) || roles.stream().noneMatch(DECIDING::contains);
    }
}
