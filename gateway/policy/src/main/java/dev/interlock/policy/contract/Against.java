package dev.interlock.policy.contract;

import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.words.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What becomes of calls that were made under an earlier version of a policy. */
public final class Against {
    private final PolicyDocument now;
    private final PolicyDocument before;
    private final List<Warning> found = new ArrayList<>();

    private Against(PolicyDocument now, PolicyDocument before) {
        this.now = now;
        this.before = before;
    }

    /** Warnings where fields that tell calls apart are not what they were. */
    public static List<Warning> warnings(PolicyDocument now, PolicyDocument before) {
        Against against = new Against(now, before);
        Set<String> names = new TreeSet<>(now.policy().tools().keySet());
        names.addAll(before.policy().tools().keySet());
        names.forEach(name -> against.compare(
                now.policy().tools().containsKey(name) ? FieldPath.of("tools", name) : FieldPath.of("tools"),
                name,
                now.terms(name),
                before.terms(name)));
        against.compare(
                FieldPath.of("fallback"),
                "tools not named",
                now.fallback().orElse(Terms.NONE),
                before.fallback().orElse(Terms.NONE));
        return List.copyOf(against.found);
    }

    private void compare(FieldPath at, String who, Terms is, Terms was) {
        if (!Set.copyOf(is.identity()).equals(Set.copyOf(was.identity()))) {
            found.add(new Warning(
                    at.child(Terms.IDENTITY),
                    who + ": was " + shown(was.identity()) + ", is " + shown(is.identity())
                            + ": the same call gets another operation id, so what was done before can be done again"));
        }
        if (!Set.copyOf(is.ignored()).equals(Set.copyOf(was.ignored()))) {
            found.add(new Warning(
                    at.child(Terms.VOLATILE),
                    who + ": was " + shown(was.ignored()) + ", is " + shown(is.ignored())
                            + ": fingerprints from before cannot be compared, so operations known from then are held"
                            + " for an operator as identity_rule_changed"));
        }
    }

    private static String shown(List<String> pointers) {
        return pointers.isEmpty() ? "none" : String.join(" ", pointers);
    }
}
