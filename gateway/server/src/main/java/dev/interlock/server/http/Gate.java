package dev.interlock.server.http;

import dev.interlock.server.access.Access;
import dev.interlock.server.access.Admission;
import dev.interlock.server.access.Caller;
import dev.interlock.server.access.Names;
import dev.interlock.server.access.Role;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Lets those in who may ask. */
final class Gate {
    private static final Caller ANYBODY = new Caller("anybody", Set.of(), Names.NONE, Names.NONE);

    private final Optional<Access> access;

    /** A gate; without access nobody is let in where not everybody is. */
    Gate(Optional<Access> access) {
        this.access = access;
    }

    /**
     * Who asks. It may wait for the keys of an identity provider.
     *
     * @throws ProblemException when they may not ask that, or it is not known who they are
     */
    Caller admit(Route route, Optional<String> authorization) {
        return route.roles().map(roles -> admit(roles, authorization)).orElse(ANYBODY);
    }

    private Caller admit(Set<Role> roles, Optional<String> authorization) {
        Access known = access.orElseThrow(() -> Problem.forbidden(
                        "Nobody may ask this here: http.access is not in the gateway's configuration. It names"
                                + " tokens by their hash, or an identity provider; ops/gateway.yaml shows how.")
                .exception());
        return switch (known.admit(authorization)) {
            case Admission.Known(Caller caller) -> admit(caller, roles);
            case Admission.Unknown(String why) ->
                throw Problem.of(401, "Unauthorized", why)
                        .with("WWW-Authenticate", "Bearer realm=\"interlock\"")
                        .exception();
        };
    }

    private static Caller admit(Caller caller, Set<Role> roles) {
        if (!caller.is(roles)) {
            String needed = roles.stream().map(Role::symbol).sorted().collect(Collectors.joining(", "));
            throw Problem.forbidden(caller.name() + " may not do this: it needs a role of " + needed + ".")
                    .exception();
        }
        return caller;
    }
}
