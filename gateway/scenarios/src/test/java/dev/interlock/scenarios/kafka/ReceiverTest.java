package dev.interlock.scenarios.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the receiver knows of executions. */
class ReceiverTest {
    @TempDir
    Path directory;

    @Test
    void executions_areCountedByRunAndProposal() {
        Receiver receiver = new Receiver(directory);
        assertThat(receiver.executed("run-1", "p1")).isEqualTo(1);
        assertThat(receiver.executed("run-1", "p1")).isEqualTo(2);
        assertThat(receiver.executed("run-1", "p11")).isEqualTo(1);
        assertThat(receiver.executed("run-2", "p1")).isEqualTo(1);
        assertThat(receiver.executions("run-1")).isEqualTo(3);
        assertThat(receiver.executions("run-3")).isZero();
    }

    @Test
    void receiverOfAnotherProcess_seesTheSame() {
        new Receiver(directory).executed("run-1", "p1");
        assertThat(new Receiver(directory).executed("run-1", "p1")).isEqualTo(2);
    }
}
