package dev.interlock.server.door;

import dev.interlock.server.access.Role;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.http.Route;
import dev.interlock.worker.Connection;
import dev.interlock.worker.agent.AgentClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What may be asked of a gateway over HTTP that changes something, and the answers as they come. */
public final class FrontDoor implements AutoCloseable {
    private static final Set<Role> SEEING = Set.of(Role.OPERATOR, Role.APPROVER, Role.AUDITOR, Role.ADMIN);
    private static final Set<Role> SEEING_RUNS =
            Set.of(Role.AGENT, Role.OPERATOR, Role.APPROVER, Role.AUDITOR, Role.ADMIN);
    private static final String EVENTS = "text/event-stream";
    private static final int PER_SECOND = 50;
    private static final int AT_ONCE = 200;

    private final Connection connection;
    private final Proposing proposing;
    private final Commanding commanding;
    private final Following following;
    private AgentClient agents;
    private boolean closed;

    private FrontDoor(Connection connection, InstantSource clock) {
        this.connection = connection;
        this.proposing = new Proposing(this::agents, clock, new Pace(clock, PER_SECOND, AT_ONCE));
        this.commanding = new Commanding(connection, clock);
        this.following = new Following(connection, clock);
    }

    /** The front door of a gateway. It connects when somebody comes. */
    public static FrontDoor of(GatewayConfig config, InstantSource clock) {
        Connection connection = Connection.to(config.cluster().bootstrapServers())
                .withTopicPrefix(config.topics().prefix());
        for (Map.Entry<String, String> property : config.cluster().client().entrySet()) {
            connection = connection.with(property.getKey(), property.getValue());
        }
        return new FrontDoor(connection, clock);
    }

    /** What may be asked, and by whom. */
    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(Route.post("/api/proposals", Set.of(Role.AGENT), proposing::propose)
                .with("wait_ms"));
        routes.add(Route.get("/api/runs/{run_id}/events", SEEING_RUNS, following::ofRun)
                .with("since_ms", "after")
                .giving(EVENTS));
        routes.add(Route.get("/api/stops/{control_id}/events", SEEING, following::ofStop)
                .with("since_ms", "after")
                .giving(EVENTS));
        for (Command command : Command.ALL) {
            routes.add(Route.post(command.path(), Set.of(command.role()), asked -> commanding.give(command, asked))
                    .with("wait_ms"));
        }
        return routes;
    }

    /** Every connected agent client reads all outcomes: there is none before the first proposal. */
    private synchronized AgentClient agents() {
        if (closed) {
            throw new IllegalStateException("The front door is closed");
        }
        if (agents == null) {
            agents = AgentClient.open(connection);
        }
        return agents;
    }

    /** Ends; whoever still waits is told that there is no answer yet. */
    @Override
    public synchronized void close() {
        closed = true;
        following.close();
        commanding.close();
        if (agents != null) {
            agents.close();
        }
    }
}
