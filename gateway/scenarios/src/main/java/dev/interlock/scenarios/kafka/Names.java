package dev.interlock.scenarios.kafka;

import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.table.ScenarioPolicies;
import java.util.List;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * What the runs, agents and operations of a scenario are called on the topics when it is played once.
 *
 * @param scenario the scenario
 * @param nonce tells this playing from all others
 */
public record Names(Scenario scenario, String nonce) {

    /**
     * The run of a name in the scenario. A worker can tell from it which scenario it belongs to. A run that goes on from
     * another one is named by the gateway: by what that one is called.
     */
    public String run(String name) {
        int mark = name.lastIndexOf('~');
        if (mark >= 0) {
            return run(name.substring(0, mark)) + name.substring(mark);
        }
        return scenario.name() + "." + name + "." + nonce;
    }

    /** All its runs. */
    public List<String> runs() {
        return scenario.runs().stream().map(this::run).toList();
    }

    /** The agent of a name in the scenario; it begins with what the gateway's configuration assigns the policy by. */
    public String agent(String name) {
        return ScenarioPolicies.agentPrefix(scenario.policy()) + name + "." + scenario.name() + "." + nonce;
    }

    /** The operation of an id in the scenario; an empty id stays empty. */
    public String operation(String id) {
        return id.isEmpty() ? id : id + "." + scenario.name() + "." + nonce;
    }

    /** The name of the scenario that a run belongs to. */
    public static String scenarioOf(String runId) {
        return runId.substring(0, (runId + ".").indexOf('.'));
    }

    /** Whether each of its runs is on a partition of its own. */
    boolean areSpread(int partitions) {
        return runs().stream()
                        .map(run -> BuiltInPartitioner.partitionForKey(
                                run.getBytes(java.nio.charset.StandardCharsets.UTF_8), partitions))
                        .distinct()
                        .count()
                == runs().size();
    }
}
