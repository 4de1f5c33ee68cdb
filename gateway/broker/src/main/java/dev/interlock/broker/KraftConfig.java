package dev.interlock.broker;

import java.util.HashMap;
import java.util.Map;

/** The configuration of a broker that is alone, small, and quick to notice that somebody died. */
final class KraftConfig {
    static final int NODE_ID = 1;
    static final String CONTROLLER = "CONTROLLER";
    private static final String CLIENTS = "PLAINTEXT";

    private KraftConfig() {}

    static Map<String, Object> of(BrokerSettings settings) {
        Map<String, Object> config = new HashMap<>(FIXED);
        config.put("log.dirs", settings.data().toString());
        config.put("listeners", CLIENTS + "://" + settings.bootstrapServers() + "," + controllerListener(settings));
        config.put("advertised.listeners", CLIENTS + "://" + settings.bootstrapServers());
        config.put("controller.quorum.voters", NODE_ID + "@" + BrokerSettings.HOST + ":" + settings.controllerPort());
        return config;
    }

    private static String controllerListener(BrokerSettings settings) {
        return CONTROLLER + "://" + BrokerSettings.HOST + ":" + settings.controllerPort();
    }

    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", Integer.toString(NODE_ID)),
            Map.entry("controller.listener.names", CONTROLLER),
            Map.entry("listener.security.protocol.map", CLIENTS + ":PLAINTEXT," + CONTROLLER + ":PLAINTEXT"),
            Map.entry("inter.broker.listener.name", CLIENTS),
            Map.entry("auto.create.topics.enable", "false"),

            // One node: every replica set has one member.
            Map.entry("default.replication.factor", "1"),
            Map.entry("min.insync.replicas", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),

            // Nobody is waited for who will not come back: a killed member, a killed producer, this broker itself.
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("group.streams.initial.rebalance.delay.ms", "0"),
            Map.entry("group.min.session.timeout.ms", "1000"),
            // Not before it leads its partitions again: a 4.4.0 that aborts a transaction in which a partition has no
            // leader
            // takes that partition for deleted, and its readers wait for ever (KAFKA-20734).
            Map.entry("transaction.abort.timed.out.transaction.cleanup.interval.ms", "5000"),
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("broker.heartbeat.interval.ms", "500"),

            // Small: by default the cleaner alone takes 128 MiB.
            Map.entry("log.cleaner.threads", "1"),
            Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
            Map.entry("log.cleaner.io.buffer.size", "65536"),
            Map.entry("log.cleaner.backoff.ms", "1000"),
            Map.entry("log.index.size.max.bytes", "1048576"),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "4"),
            Map.entry("background.threads", "2"));
}
