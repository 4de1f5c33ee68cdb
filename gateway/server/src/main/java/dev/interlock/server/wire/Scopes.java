package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Scope;

/** Scopes of stops: as records have them, as text, and as the core knows them. */
final class Scopes {
    /** What a scope must be. */
    static final String RULE = "one of run, agent, tool, chain with an id, model, all";

    private static final String SEPARATOR = ":";

    private Scopes() {}

    /** Such as {@code run:r-7}, {@code model} or {@code all}. */
    static String text(Scope scope) {
        return names(scope) ? scope.kind() + SEPARATOR + scope.id() : scope.kind();
    }

    /** Whether this version knows its kind and it names what it needs to name. */
    static boolean isReachable(Scope scope) {
        return Symbols.find(StopScope.class, scope.kind())
                .filter(kind ->
                        !needsId(kind) || (scope.id() != null && !scope.id().isEmpty()))
                .isPresent();
    }

    /** The scope without an id that names nothing: every paid model call is one scope, and so is everything. */
    static Scope plain(Scope scope) {
        return names(scope) ? scope : new Scope(scope.kind(), null);
    }

    /** Whether nothing is left out: no scope, or that of all. */
    static boolean isEverything(Scope scope) {
        return scope == null || StopScope.ALL.code().equals(scope.kind());
    }

    static Stop stop(Scope scope, String controlId) {
        StopScope kind = Symbols.find(StopScope.class, scope.kind()).orElseThrow();
        return new Stop(kind, names(scope) ? scope.id() : "", controlId);
    }

    /** Whether an id counts: everything is everything, whatever id stands beside it. */
    private static boolean names(Scope scope) {
        return scope.id() != null
                && Symbols.find(StopScope.class, scope.kind())
                        .filter(kind -> !needsId(kind))
                        .isEmpty();
    }

    private static boolean needsId(StopScope kind) {
        return kind != StopScope.ALL && kind != StopScope.MODEL;
    }
}
