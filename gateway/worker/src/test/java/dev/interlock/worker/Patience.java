package dev.interlock.worker;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ConditionFactory;

/** Waiting for what must come, for longer than a busy machine takes. */
final class Patience {
    private Patience() {}

    static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(60));
    }
}
