package dev.interlock.policy.body;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a policy says, as it stands in a policy file or under a name in a gateway's configuration.
 *
 * @param path where it stands: what the names of its fields begin with in messages, empty or ending in a dot
 * @param name the policy's name
 * @param place where the name stands
 * @param fields what is written
 */
public record PolicyBody(String path, String name, Place place, Mapping fields) {
    /** Written beside the fields: the policy that all comes from that is not written. */
    public static final String EXTENDS = "extends";

    /** Written beside the fields: the policy's name. */
    public static final String NAME = "name";

    private static final Set<String> BESIDE = Set.of(EXTENDS, NAME);
    private static final int SHOWN = 3;

    /** The shape of all that can be written in one. */
    static Shape.Part shape() {
        Shape.Part whole = Shape.of(Policy.class);
        Map<String, Shape> fields = new LinkedHashMap<>(whole.fields());
        fields.remove(NAME);
        return new Shape.Part(whole.type(), fields);
    }

    /**
     * The policy it makes.
     *
     * @param parent the policy it extends; empty when it is to be complete itself
     * @param problems takes what is wrong with it
     * @return the policy; where there are problems, what is left of it without them, if anything
     */
    public Optional<Policy> over(Optional<Policy> parent, Problems problems) {
        Merging merging = new Merging(path, problems);
        List<Member> own = fields.members().stream()
                .filter(member -> !BESIDE.contains(member.key()))
                .toList();
        ObjectNode start = parent.map(PolicyCodec::tree)
                .map(ObjectNode.class::cast)
                .orElseGet(JsonNodeFactory.instance::objectNode);
        ObjectNode tree = merging.part(shape(), new Mapping(fields.place(), own), start, FieldPath.ROOT);
        if (parent.isEmpty() && fields.value(EXTENDS).isEmpty()) {
            tellMissing(merging.missing(), problems);
        }
        tree.put(NAME, name);
        return new Making(shape(), tree, merging).make();
    }

    private void tellMissing(List<FieldPath> missing, Problems problems) {
        if (!missing.isEmpty()) {
            String some = missing.stream().limit(SHOWN).map(FieldPath::toString).collect(Collectors.joining(", "));
            String more = missing.size() > SHOWN ? " and " + (missing.size() - SHOWN) + " more" : "";
            String rule = "is required where fields are left out, here " + some + more + ": one of " + presets();
            problems.add(place, path + EXTENDS, rule, Problem.ABSENT);
        }
    }

    /** The names that everybody can extend. */
    public static String presets() {
        return Presets.all().stream().map(Policy::name).collect(Collectors.joining(", "));
    }
}
