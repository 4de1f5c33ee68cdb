package dev.interlock.policy;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.body.PolicyBody;
import dev.interlock.policy.contract.DocumentReader;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Scalar;
import dev.interlock.policy.yaml.YamlReader;
import java.util.Optional;

/**
 * A policy that somebody wrote in a file of its own.
 *
 * @param file how the user calls the file
 * @param extended the preset it extends; empty when it is complete itself
 * @param document what it says
 * @param written the file as a tree, to find where something stands
 */
public record PolicyFile(String file, Optional<String> extended, PolicyDocument document, Mapping written) {
    /** The longest name, in characters. */
    public static final int LONGEST_NAME = 100;

    /** What the core decides by. */
    public Policy policy() {
        return document.policy();
    }

    /** The hash that names what the policy says. */
    public String hash() {
        return document.hash();
    }

    /** Where a field stands, or else the nearest part written around it. */
    public Place place(FieldPath field) {
        Place place = written.place();
        Node at = written;
        for (String name : field.names()) {
            Optional<Node.Member> member = at instanceof Mapping mapping ? mapping.member(name) : Optional.empty();
            if (member.isEmpty()) {
                return place;
            }
            place = member.get().place();
            at = member.get().value();
        }
        return place;
    }

    /**
     * Reads one.
     *
     * @param file how the user calls the file
     * @param utf8 its bytes
     * @throws PolicyException with all that is wrong with it
     */
    static PolicyFile parse(String file, byte[] utf8) {
        Problems problems = new Problems();
        Optional<PolicyFile> read = YamlReader.read(utf8, problems).flatMap(root -> read(file, root, problems));
        if (!problems.none()) {
            throw new PolicyException(file, problems.inOrder());
        }
        return read.orElseThrow(() -> new IllegalStateException("Neither a policy nor a problem: " + file));
    }

    private static Optional<PolicyFile> read(String file, Node root, Problems problems) {
        if (!(root instanceof Mapping mapping)) {
            problems.add(root.place(), Problem.FILE, "must be a mapping", root.shown());
            return Optional.empty();
        }
        Optional<String> name = name(mapping, problems);
        Optional<PolicyDocument> parent = parent(mapping, name, problems);
        PolicyBody body = new PolicyBody("", name.orElse("policy"), mapping.place(), DocumentReader.coreOf(mapping));
        Optional<PolicyDocument> document = body.over(parent.map(PolicyDocument::policy), problems)
                .map(made -> DocumentReader.read(made, mapping, FieldPath.ROOT, parent, problems));
        document.filter(made -> problems.none()).ifPresent(made -> refuseNameOfOther(made, mapping, problems));
        return document.map(made ->
                new PolicyFile(file, parent.map(extended -> extended.policy().name()), made, mapping));
    }

    private static Optional<String> name(Mapping mapping, Problems problems) {
        String rule = "must be a text of 1 to " + LONGEST_NAME + " characters";
        Optional<Node> node = mapping.value(PolicyBody.NAME);
        if (node.isEmpty()) {
            problems.add(mapping.place(), PolicyBody.NAME, rule, Problem.ABSENT);
            return Optional.empty();
        }
        if (node.get() instanceof Scalar scalar && scalar.isText() && isName(scalar.text())) {
            return Optional.of(scalar.text());
        }
        problems.add(node.get().place(), PolicyBody.NAME, rule, node.get().shown());
        return Optional.empty();
    }

    private static boolean isName(String text) {
        return !text.isBlank() && text.length() <= LONGEST_NAME;
    }

    private static Optional<PolicyDocument> parent(Mapping mapping, Optional<String> name, Problems problems) {
        Optional<Node> node = mapping.value(PolicyBody.EXTENDS);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get() instanceof Scalar scalar) {
            Optional<PolicyDocument> found = Standards.named(scalar.text());
            if (found.isPresent()) {
                return found;
            }
            boolean itself = name.filter(scalar.text()::equals).isPresent();
            String rule = itself ? "must not be the policy itself but one of " : "must be one of ";
            problems.add(node.get().place(), PolicyBody.EXTENDS, rule + PolicyBody.presets(), scalar.shown());
        } else {
            String rule = "must be one of " + PolicyBody.presets();
            problems.add(
                    node.get().place(), PolicyBody.EXTENDS, rule, node.get().shown());
        }
        return Optional.of(Standards.balanced());
    }

    /** A preset's name stands for what the preset says, wherever it is read. */
    private static void refuseNameOfOther(PolicyDocument document, Mapping mapping, Problems problems) {
        String name = document.policy().name();
        if (Standards.named(name).filter(known -> !known.equals(document)).isPresent()) {
            Place place = mapping.value(PolicyBody.NAME).map(Node::place).orElse(Place.START);
            String rule = "must not be a preset's where the fields are not the preset's";
            problems.add(place, PolicyBody.NAME, rule, name);
        }
    }
}
