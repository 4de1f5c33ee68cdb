package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.PolicyBodies;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.server.access.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads policies, whose bodies are those of policy files, and who is held to them. */
final class PolicyReader {
    private static final String POLICIES = "policies";

    private final Map<String, PolicyDocument> known;

    private PolicyReader(Map<String, PolicyDocument> known) {
        this.known = known;
    }

    /**
     * Reads them.
     *
     * @param root the file's members
     * @param file the same file with places
     */
    static Policies read(Fields root, ConfigFile file) {
        root.map(POLICIES);
        Problems problems = new Problems();
        Node.Mapping bodies = file.member(POLICIES)
                .filter(Node.Mapping.class::isInstance)
                .map(Node.Mapping.class::cast)
                .orElseGet(() -> new Node.Mapping(Place.START, List.of()));
        PolicyReader reader = new PolicyReader(PolicyBodies.read(POLICIES + ".", bodies, problems));
        file.refuse(problems);
        List<Policies.Assignment> assignments = new ArrayList<>();
        for (JsonNode item : root.list("assign")) {
            assignments.add(reader.assignment(Fields.of("assign[" + assignments.size() + "]", item)));
        }
        String otherwise = root.text("default_policy").orElse(Presets.balanced().name());
        return new Policies(assignments, reader.find("default_policy", otherwise));
    }

    private Policies.Assignment assignment(Fields fields) {
        Pattern agents = Glob.of(fields.requiredText("agent"));
        Ruling ruling = find(fields.path("policy"), fields.requiredText("policy"));
        fields.end();
        return new Policies.Assignment(agents, ruling);
    }

    private Ruling find(String field, String name) {
        return Optional.ofNullable(known.get(name))
                .map(Ruling::of)
                .orElseThrow(() -> new ConfigurationException(field, "must be one of " + known.keySet(), name));
    }
}
