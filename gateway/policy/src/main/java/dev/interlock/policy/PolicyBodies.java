package dev.interlock.policy;

import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.body.PolicyBody;
import dev.interlock.policy.contract.DocumentReader;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import dev.interlock.policy.yaml.Node.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Policies that stand side by side under their names, as in a gateway's configuration. Each extends a preset or another
 * of them, in any order.
 */
public final class PolicyBodies {
    /** The longest line of policies of which each extends the next. */
    public static final int LONGEST_LINE = 32;

    private final String path;
    private final Map<String, Member> written = new LinkedHashMap<>();
    private final Map<String, PolicyDocument> known = new LinkedHashMap<>();
    private final Problems problems;

    private PolicyBodies(String path, Problems problems) {
        this.path = path;
        this.problems = problems;
        Standards.all().forEach(preset -> known.put(preset.policy().name(), preset));
    }

    /**
     * Reads them.
     *
     * @param path what stands before their names in messages, ending in a dot
     * @param policies names with bodies
     * @param problems takes what is wrong with them
     * @return all presets and, of what was written, all that can be made
     */
    public static Map<String, PolicyDocument> read(String path, Mapping policies, Problems problems) {
        PolicyBodies bodies = new PolicyBodies(path, problems);
        policies.members().forEach(bodies::accept);
        policies.members().forEach(member -> bodies.find(member.key(), new LinkedHashSet<>()));
        return bodies.known;
    }

    private void accept(Member member) {
        if (known.containsKey(member.key())) {
            problems.add(member.place(), path + member.key(), "must have a name of its own", member.key());
        } else {
            written.put(member.key(), member);
        }
    }

    /** The policy of a name, made if need be; empty when there is none or it cannot be made. */
    private Optional<PolicyDocument> find(String name, Set<String> line) {
        Member member = written.remove(name);
        if (member != null) {
            line.add(name);
            make(member, line).ifPresent(made -> known.put(name, made));
        }
        return Optional.ofNullable(known.get(name));
    }

    private Optional<PolicyDocument> make(Member member, Set<String> line) {
        String here = path + member.key();
        if (!(member.value() instanceof Mapping fields)) {
            problems.add(
                    member.value().place(),
                    here,
                    "must be a mapping",
                    member.value().shown());
            return Optional.empty();
        }
        fields.value(PolicyBody.NAME)
                .filter(node -> !(node instanceof Scalar scalar && scalar.text().equals(member.key())))
                .ifPresent(node -> problems.add(
                        node.place(),
                        here + "." + PolicyBody.NAME,
                        "must be left out, for it stands before the fields",
                        node.shown()));
        Optional<PolicyDocument> parent = parent(here, fields, line);
        PolicyBody body = new PolicyBody(here + ".", member.key(), member.place(), DocumentReader.coreOf(fields));
        FieldPath at = FieldPath.dotted(path).child(member.key());
        return body.over(parent.map(PolicyDocument::policy), problems)
                .map(policy -> DocumentReader.read(policy, fields, at, parent, problems));
    }

    private Optional<PolicyDocument> parent(String here, Mapping fields, Set<String> line) {
        Optional<Node> node = fields.value(PolicyBody.EXTENDS);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        String name = node.get() instanceof Scalar scalar ? scalar.text() : "";
        String field = here + "." + PolicyBody.EXTENDS;
        if (line.contains(name)) {
            List<String> circle = new ArrayList<>(line);
            circle = circle.subList(circle.indexOf(name), circle.size());
            String round = String.join(", ", circle);
            problems.add(node.get().place(), field, "must not lead back to itself by way of " + round, name);
        } else if (line.size() >= LONGEST_LINE) {
            String rule = "must be one of a line of at most " + LONGEST_LINE;
            problems.add(node.get().place(), field, rule, node.get().shown());
        } else {
            boolean told = written.containsKey(name);
            Optional<PolicyDocument> found = find(name, line);
            if (found.isEmpty() && !told) {
                String rule = "must be one of " + String.join(", ", known.keySet());
                problems.add(node.get().place(), field, rule, node.get().shown());
            }
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.of(Standards.balanced());
    }
}
