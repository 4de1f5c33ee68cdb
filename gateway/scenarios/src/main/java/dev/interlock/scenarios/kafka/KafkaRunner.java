package dev.interlock.scenarios.kafka;

import dev.interlock.operator.Operator;
import dev.interlock.scenarios.Director;
import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.Runner;
import dev.interlock.scenarios.Scenario;
import dev.interlock.worker.Connection;
import dev.interlock.worker.agent.AgentClient;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays scenarios on a real broker, where a gateway with the policies of {@code ScenarioPolicies} and a
 * {@link ScriptedWorker} of every {@link Crew} must run. Several scenarios may be played at the same time, except those
 * that disturb others.
 */
public final class KafkaRunner implements Runner, AutoCloseable {
    private final Sightings sightings;
    private final Operator operator;
    private final AgentClient agents;
    private final Receiver receiver;
    private final Processes processes;
    private final String nonce;
    private final AtomicLong playings = new AtomicLong();

    /**
     * Connects.
     *
     * @param receiver the one the workers write to
     * @param processes what scenarios may restart
     * @param nonce tells the runs of this runner from those of any other on the same topics: letters, digits, hyphens
     */
    public KafkaRunner(Connection connection, Receiver receiver, Processes processes, String nonce) {
        this.sightings = Sightings.open(connection);
        this.operator = Operator.open(connection);
        this.agents = AgentClient.open(connection);
        this.receiver = receiver;
        this.processes = processes;
        this.nonce = nonce;
    }

    @Override
    public Report run(Scenario scenario) {
        Names names = names(scenario);
        sightings.lookOutFor(names);
        try {
            return new Director(
                            scenario,
                            new KafkaWorld(
                                    names, new KafkaWorld.Parts(sightings, operator, agents, receiver, processes)))
                    .play();
        } finally {
            sightings.forget(names);
        }
    }

    @Override
    public void close() {
        agents.close();
        operator.close();
        sightings.close();
    }

    /** Names under which the runs of the scenario are on different partitions. */
    private Names names(Scenario scenario) {
        int partitions = sightings.partitions();
        boolean possible = scenario.runs().size() <= partitions;
        Names names;
        do {
            names = new Names(scenario, nonce + "-" + playings.incrementAndGet());
        } while (possible && !names.areSpread(partitions));
        return names;
    }
}
