package dev.interlock.policy.body;

import dev.interlock.policy.yaml.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The way from a policy's body to a field.
 *
 * @param names the names passed on it
 */
public record FieldPath(List<String> names) {
    /** The body itself. */
    public static final FieldPath ROOT = new FieldPath(List.of());

    public FieldPath {
        names = List.copyOf(names);
    }

    /** The path of some names. */
    public static FieldPath of(String... names) {
        return new FieldPath(List.of(names));
    }

    /** The path of dotted names that are all plain. */
    public static FieldPath dotted(String text) {
        return new FieldPath(List.of(text.split("\\.")));
    }

    /** The path to a part of what this leads to. */
    public FieldPath child(String name) {
        return join(new FieldPath(List.of(name)));
    }

    /** The path that goes on along another. */
    public FieldPath join(FieldPath below) {
        List<String> joined = new ArrayList<>(names);
        joined.addAll(below.names);
        return new FieldPath(joined);
    }

    /** The path to what this leads to a part of; empty for the body itself. */
    public Optional<FieldPath> parent() {
        return names.isEmpty() ? Optional.empty() : Optional.of(new FieldPath(names.subList(0, names.size() - 1)));
    }

    /** The last name. */
    public String last() {
        return names.isEmpty() ? "" : names.get(names.size() - 1);
    }

    /** As people write it; a name with a dot or the like stands in quotes. */
    @Override
    public String toString() {
        return names.stream().map(FieldPath::quoted).collect(Collectors.joining("."));
    }

    private static String quoted(String name) {
        return name.matches("[\\p{L}0-9_*-]+") ? name : '"' + Shown.of(name) + '"';
    }
}
