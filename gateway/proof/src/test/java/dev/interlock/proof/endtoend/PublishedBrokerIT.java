package dev.interlock.proof.endtoend;

import dev.interlock.proof.Brokers;
import org.junit.jupiter.api.Test;

/** On the broker that all tests use: a process that runs the published jars. */
class PublishedBrokerIT {
    @Test
    void run_isCompleted_andItsWriteIsExecutedOnce() throws Exception {
        EndToEnd.live(Brokers.shared().bootstrapServers(), "published");
    }
}
