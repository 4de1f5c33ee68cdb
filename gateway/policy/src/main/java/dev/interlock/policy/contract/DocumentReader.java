package dev.interlock.policy.contract;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Items;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import dev.interlock.policy.yaml.Node.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the part of a policy file that is evaluated outside the core. It stands among the fields of the core's part, so
 * this gives the file in two halves. A tool begins with what the fallback says, as it does in the core's part.
 */
public final class DocumentReader {
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_REASON = 500;
    private static final List<String> RULE = List.of("name", "when", "then", "reason");

    private final Mapping file;
    private final FieldPath at;
    private final Optional<PolicyDocument> parent;
    private final Problems problems;

    private DocumentReader(Mapping file, FieldPath at, Optional<PolicyDocument> parent, Problems problems) {
        this.file = file;
        this.at = at;
        this.parent = parent;
        this.problems = problems;
    }

    /** A file without the fields that are read here. */
    public static Mapping coreOf(Mapping file) {
        List<Member> members = new ArrayList<>();
        for (Member member : file.members()) {
            switch (member.key()) {
                case PolicyDocument.RULES -> {}
                case PolicyDocument.FALLBACK -> members.add(with(member, split(member.value(), false)));
                case PolicyDocument.TOOLS -> members.add(with(member, toolsOf(member.value())));
                default -> members.add(member);
            }
        }
        return new Mapping(file.place(), members);
    }

    private static Node toolsOf(Node tools) {
        return tools instanceof Mapping mapping
                ? new Mapping(
                        mapping.place(),
                        mapping.members().stream()
                                .map(tool -> with(tool, split(tool.value(), false)))
                                .toList())
                : tools;
    }

    private static Member with(Member member, Node value) {
        return new Member(member.key(), member.place(), value);
    }

    private static Node split(Node contract, boolean outside) {
        return contract instanceof Mapping mapping ? new Mapping(mapping.place(), fields(mapping, outside)) : contract;
    }

    private static List<Member> fields(Mapping contract, boolean outside) {
        return contract.members().stream()
                .filter(member -> Terms.FIELDS.contains(member.key()) == outside)
                .toList();
    }

    /**
     * The whole of a policy.
     *
     * @param policy the core's part of it
     * @param body what is written of it
     * @param at where that stands; the root in a file of its own
     * @param parent the policy it extends: what is not written is as there
     * @param problems takes what is wrong with the rest
     */
    public static PolicyDocument read(
            Policy policy, Mapping body, FieldPath at, Optional<PolicyDocument> parent, Problems problems) {
        return new DocumentReader(body, at, parent, problems).read(policy);
    }

    private PolicyDocument read(Policy policy) {
        Optional<Terms> fallback = policy.fallback().isPresent() ? fallback() : Optional.empty();
        Map<String, Terms> tools = new LinkedHashMap<>();
        parent.ifPresent(extended -> tools.putAll(extended.tools()));
        tools.keySet().retainAll(policy.tools().keySet());
        for (Member tool : written()) {
            if (policy.tools().containsKey(tool.key())) {
                Terms before = begunWith(tool.key(), fallback);
                Optional<Terms> terms = said(at.child(PolicyDocument.TOOLS).child(tool.key()), tool.value(), before);
                tools.remove(tool.key());
                terms.ifPresent(said -> tools.put(tool.key(), said));
            }
        }
        return new PolicyDocument(policy, tools, fallback, rules());
    }

    private List<Member> written() {
        return file.value(PolicyDocument.TOOLS)
                .filter(Mapping.class::isInstance)
                .map(tools -> ((Mapping) tools).members())
                .orElse(List.of());
    }

    /** A tool the extended policy names begins with what is said there, any other with what is said of all others. */
    private Terms begunWith(String tool, Optional<Terms> fallback) {
        return parent.filter(extended -> extended.policy().tools().containsKey(tool))
                .map(extended -> extended.tools().getOrDefault(tool, Terms.NONE))
                .orElseGet(() -> fallback.orElse(Terms.NONE));
    }

    private Optional<Terms> fallback() {
        Optional<Terms> before = parent.flatMap(PolicyDocument::fallback);
        return file.value(PolicyDocument.FALLBACK)
                .map(node -> said(at.child(PolicyDocument.FALLBACK), node, before.orElse(Terms.NONE)))
                .orElse(before);
    }

    /** What is said at a place, if anything is. */
    private Optional<Terms> said(FieldPath at, Node node, Terms before) {
        List<Member> fields = node instanceof Mapping contract ? fields(contract, true) : List.of();
        Terms terms = fields.isEmpty() ? before : new TermsReader(at, problems).read(fields, before);
        return Optional.of(terms).filter(found -> !found.equals(Terms.NONE));
    }

    private List<Rule> rules() {
        Optional<Node> written = file.value(PolicyDocument.RULES);
        if (written.isEmpty()) {
            return parent.map(PolicyDocument::rules).orElse(List.of());
        }
        if (!(written.get() instanceof Items items) || items.items().size() > Rule.MOST) {
            problems.add(
                    written.get().place(),
                    at.child(PolicyDocument.RULES).toString(),
                    "must be a list of at most " + Rule.MOST + " rules",
                    written.get().shown());
            return List.of();
        }
        List<Rule> rules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < items.items().size(); i++) {
            FieldPath path = at.child(PolicyDocument.RULES).child(String.valueOf(i));
            rule(items.items().get(i), path, names).ifPresent(rules::add);
        }
        return rules;
    }

    private Optional<Rule> rule(Node node, FieldPath at, Set<String> names) {
        if (!(node instanceof Mapping mapping)) {
            problems.add(node.place(), at.toString(), "must be a mapping of " + String.join(", ", RULE), node.shown());
            return Optional.empty();
        }
        for (Member member : mapping.members()) {
            if (!RULE.contains(member.key())) {
                problems.add(
                        member.place(),
                        at.child(member.key()).toString(),
                        "is no known field, known are " + String.join(", ", RULE),
                        member.value().shown());
            }
        }
        Optional<String> name = text(mapping, at, "name", LONGEST_NAME);
        name.filter(known -> !names.add(known))
                .ifPresent(twice -> problems.add(
                        mapping.value("name").orElseThrow().place(),
                        at.child("name").toString(),
                        "must be the name of one rule",
                        twice));
        Optional<String> when = required(mapping, at, "when")
                .flatMap(value -> TermsReader.expression(Expressions.CALL, value, at.child("when"), problems))
                .map(text -> text.textValue());
        Optional<Rule.Then> then = required(mapping, at, "then").flatMap(value -> then(value, at.child("then")));
        Optional<String> reason = text(mapping, at, "reason", LONGEST_REASON);
        return name.isPresent() && when.isPresent() && then.isPresent() && reason.isPresent()
                ? Optional.of(new Rule(name.get(), when.get(), then.get(), reason.get()))
                : Optional.empty();
    }

    private Optional<String> text(Mapping mapping, FieldPath at, String field, int longest) {
        return required(mapping, at, field)
                .flatMap(value -> TermsReader.text(value, at.child(field), longest, problems))
                .map(text -> text.textValue());
    }

    private Optional<Node> required(Mapping mapping, FieldPath at, String field) {
        Optional<Node> value = mapping.value(field);
        if (value.isEmpty()) {
            problems.add(mapping.place(), at.child(field).toString(), "is required", Problem.ABSENT);
        }
        return value;
    }

    private Optional<Rule.Then> then(Node node, FieldPath at) {
        for (Rule.Then then : Rule.Then.values()) {
            if (node instanceof Scalar scalar && scalar.text().equals(then.code())) {
                return Optional.of(then);
            }
        }
        problems.add(node.place(), at.toString(), "must be one of deny, hold, observe", node.shown());
        return Optional.empty();
    }
}
