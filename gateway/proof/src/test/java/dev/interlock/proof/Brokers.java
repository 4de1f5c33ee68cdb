package dev.interlock.proof;

import dev.interlock.broker.BrokerProcess;
import dev.interlock.chaos.cluster.Cluster;
import java.nio.file.Path;

/** The broker process that all tests of this JVM share. Whoever kills it starts it again. */
public final class Brokers {
    private static BrokerProcess shared;

    private Brokers() {}

    /** The broker; started when it is first asked for, ended with this JVM. */
    public static synchronized BrokerProcess shared() {
        if (shared == null) {
            Path directory = Path.of("target", "proof", "broker");
            Cluster.deleteTree(directory);
            shared = BrokerProcess.start(directory);
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "close-broker"));
        }
        return shared;
    }
}
