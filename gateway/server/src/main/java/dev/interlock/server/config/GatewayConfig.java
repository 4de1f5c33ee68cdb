package dev.interlock.server.config;

import dev.interlock.schemas.Format;
import dev.interlock.schemas.Topics;
import dev.interlock.server.wire.CallIdentity;
import dev.interlock.server.wire.DeadMan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a gateway is configured with.
 *
 * @param cluster how the Kafka cluster is reached
 * @param topics which topics it works on
 * @param stream how it runs
 * @param formats the formats of what workers are told
 * @param identity how calls are told apart
 * @param policies which policy holds for which agent
 * @param deadMan how long dispatching goes on without a sign of life from an operator; empty when it always does
 * @param runtimes which runtimes are asked to stop runs
 * @param signing how the journal is signed; empty when it is not
 * @param http where it answers over HTTP; empty when it does not
 * @param tracing where it sends spans; empty when it makes none
 * @param log how its process logs
 */
public record GatewayConfig(
        Cluster cluster,
        TopicSettings topics,
        StreamSettings stream,
        Formats formats,
        CallIdentity identity,
        Policies policies,
        Optional<DeadMan> deadMan,
        Runtimes runtimes,
        Optional<Signing> signing,
        Optional<HttpSettings> http,
        Optional<TracingSettings> tracing,
        LogSettings log) {

    /**
     * How the Kafka cluster is reached.
     *
     * @param bootstrapServers hosts and ports
     * @param client further properties of every Kafka client, such as those for security
     */
    public record Cluster(String bootstrapServers, Map<String, String> client) {
        public Cluster {
            client = Map.copyOf(client);
        }
    }

    /**
     * Which topics it works on.
     *
     * @param prefix of their names
     * @param partitions of each
     * @param replication of each, when they are created
     */
    public record TopicSettings(String prefix, int partitions, short replication) {
        /** How many copies must have a record before it counts: one may be away where there are three or more. */
        public int leastInSync() {
            return replication >= 3 ? replication - 1 : 1;
        }

        /** The topics' definitions. */
        public Topics topics() {
            return Topics.withPrefix(prefix);
        }
    }

    /**
     * How it runs.
     *
     * @param applicationId the consumer group, and the start of the names of changelog topics
     * @param stateDir where its stores are; another one for each process
     * @param threads deciding threads of this process
     * @param commitInterval how long decisions wait for their transaction to commit
     * @param tick how often due times are looked for
     * @param transactionalStores whether stores keep uncommitted writes apart, so that a crash wipes nothing
     */
    public record StreamSettings(
            String applicationId,
            Path stateDir,
            int threads,
            Duration commitInterval,
            Duration tick,
            boolean transactionalStores) {}

    /**
     * The formats of what workers are told.
     *
     * @param dispatches of reads and model calls
     * @param operationDispatches of writes
     */
    public record Formats(Format dispatches, Format operationDispatches) {}
}
