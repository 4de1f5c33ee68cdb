package dev.interlock.server.wire;

import dev.interlock.core.policy.ToolPattern;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ScopeKind;
import java.util.Optional;

/** Reads the publication of a policy: for whom it is, and the policy, which is checked as a policy file is. */
public final class PublicationReader {
    /** The kind of a scope that names agents. */
    static final String SOME = ScopeKind.AGENT;

    /** The kind of a scope for all that nothing else names. */
    static final String OTHERS = ScopeKind.ALL;

    /** The longest pattern of agent ids, in characters. */
    public static final int LONGEST_PATTERN = ToolPattern.LONGEST;

    /** What the scope of a publication must be. */
    public static final String SCOPE_RULE = "agent with a pattern of agent ids as id, of 1 to " + LONGEST_PATTERN
            + " characters, or all for every agent that nothing else names";

    /** What the partition of a publication must be. */
    public static final String PARTITION_RULE =
            "must be that of the key publish_policy: publications are obeyed in one order";

    private static final String POLICY = "policy";

    private PublicationReader() {}

    /** What is wrong with a publication; empty when nothing is. */
    static Optional<LetterError> fault(Control control) {
        if (!isFor(control.scope())) {
            String found = control.scope() == null ? "absent" : Scopes.text(control.scope());
            return Optional.of(new LetterError("scope", SCOPE_RULE, Shown.of(found)));
        }
        try {
            PolicyFiles.document(control.policy());
            return Optional.empty();
        } catch (PolicyException refusal) {
            return Optional.of(error(refusal));
        }
    }

    private static boolean isFor(Scope scope) {
        if (scope == null || OTHERS.equals(scope.kind())) {
            return scope != null;
        }
        return SOME.equals(scope.kind())
                && scope.id() != null
                && !scope.id().isEmpty()
                && scope.id().length() <= LONGEST_PATTERN;
    }

    /** The first thing that is wrong; whoever publishes with the command line was told of all of them. */
    private static LetterError error(PolicyException refusal) {
        Problem first = refusal.problems().getFirst();
        String field = Problem.FILE.equals(first.field()) ? POLICY : POLICY + "." + first.field();
        return new LetterError(field, first.rule(), Shown.of(first.value()));
    }
}
