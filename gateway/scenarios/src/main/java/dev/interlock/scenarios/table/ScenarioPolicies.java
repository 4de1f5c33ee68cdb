package dev.interlock.scenarios.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScenarioPolicy;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** The part of a gateway's configuration that holds the agents of scenarios to their policies. */
public final class ScenarioPolicies {
    private static final Set<String> PRESETS =
            Presets.all().stream().map(Policy::name).collect(Collectors.toUnmodifiableSet());

    private ScenarioPolicies() {}

    /** What the ids of all agents held to a policy begin with. */
    public static String agentPrefix(ScenarioPolicy policy) {
        return "demo-" + policy.name() + ":";
    }

    /** The configuration's fields {@code policies} and {@code assign} for these scenarios. */
    public static ObjectNode configuration(Collection<Scenario> scenarios) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode policies = root.putObject("policies");
        ArrayNode assignments = root.putArray("assign");
        scenarios.stream().map(Scenario::policy).distinct().forEach(policy -> {
            if (!PRESETS.contains(policy.name())) {
                policies.set(policy.name(), policy.written());
            }
            assignments.addObject().put("agent", agentPrefix(policy) + "*").put("policy", policy.name());
        });
        return root;
    }
}
