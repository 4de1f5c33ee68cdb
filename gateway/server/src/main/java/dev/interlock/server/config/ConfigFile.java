package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.JsonTree;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.YamlReader;
import java.util.Optional;

/**
 * A gateway's configuration file as a tree, read as policy files are.
 *
 * @param name how the user calls the file
 * @param root what it says
 */
record ConfigFile(String name, Node root) {

    /**
     * Reads one.
     *
     * @throws ConfigurationException when it is no YAML within the limits
     */
    static ConfigFile parse(String name, byte[] utf8) {
        Problems problems = new Problems();
        Optional<Node> root = YamlReader.read(utf8, problems);
        if (!problems.none()) {
            PolicyException refusal = new PolicyException(name, problems.inOrder());
            throw new ConfigurationException("The file is not YAML that can be read: " + refusal.getMessage(), refusal);
        }
        return new ConfigFile(
                name,
                root.orElseThrow(() -> new IllegalStateException("Neither a configuration nor a problem: " + name)));
    }

    JsonNode tree() {
        return JsonTree.of(root);
    }

    /** What was written for a name at the top. */
    Optional<Node> member(String key) {
        return root instanceof Node.Mapping mapping ? mapping.value(key) : Optional.empty();
    }

    /** Refuses the file if anything is wrong with it, in the words that {@code interlock policy check} has for it. */
    void refuse(Problems problems) {
        if (!problems.none()) {
            PolicyException refusal = new PolicyException(name, problems.inOrder());
            throw new ConfigurationException(refusal.getMessage(), refusal);
        }
    }
}
