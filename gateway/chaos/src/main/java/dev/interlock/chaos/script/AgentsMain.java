package dev.interlock.chaos.script;

import dev.interlock.worker.Connection;
import dev.interlock.worker.agent.AgentClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The main class of a process of agents: they take up scripts for a while, and end what they have begun. */
public final class AgentsMain {
    /** What it says on standard output when it begins. */
    public static final String READY = "AGENTS READY";

    /** What it says when every run has ended; behind it stands how many there were. */
    public static final String DONE = "AGENTS DONE ";

    private AgentsMain() {}

    /**
     * Lives, and then waits for its parent to end it. A fault ends it with another code than 0.
     *
     * @param args bootstrap servers, topic prefix, seed, number of agents, milliseconds
     */
    public static void main(String[] args) {
        Connection connection = Connection.to(args[0]).withTopicPrefix(args[1]);
        long seed = Long.parseLong(args[2]);
        long end =
                System.nanoTime() + Duration.ofMillis(Long.parseLong(args[4])).toNanos();
        AgentClient client = AgentClient.open(connection);
        int count = Integer.parseInt(args[3]);
        try (Operator operator = new Operator(connection);
                Population agents =
                        Population.living(count, client, "run-", operator, number -> Plot.of(seed, number))) {
            System.out.println(READY);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            List<Life> lives = agents.finish();
            System.out.println(DONE + lives.size());
        } finally {
            client.close();
        }
    }
}
