package dev.interlock.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.schemas.Scope;
import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.runtime.RuntimeReply.Kind;
import dev.interlock.server.wire.RuntimeRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How often and when a runtime is asked, on a clock that is turned by hand. */
class AskerTest {
    private static final RuntimeRequest REQUEST = new RuntimeRequest("stop_1", "s", new Scope("run", "r"), "r", "a", 0);
    private static final RuntimeReply BUSY = RuntimeReply.again(503, Optional.empty(), "HTTP 503");

    private final Queue<Supplier<RuntimeReply>> replies = new ArrayDeque<>();
    private final List<Long> waits = new ArrayList<>();
    private long nowMs = 1_000_000;

    @Test
    void theFirstAnswerThatIsOne_endsTheAsking() throws Exception {
        reply(BUSY, RuntimeReply.answered(Kind.CONFIRMED, 200), BUSY);
        RuntimeAnswer answer = ask("attempts: 5", nowMs);
        assertThat(answer).isEqualTo(new RuntimeAnswer("confirmed", "stop_1", "planners", 2, 200, null));
    }

    @Test
    void waits_doubleUpToTheLongest_andAttemptsAreBounded() throws Exception {
        reply(BUSY, BUSY, BUSY, BUSY, BUSY, BUSY);
        RuntimeAnswer answer = ask("attempts: 6, backoff_ms: 100, max_backoff_ms: 500", nowMs);
        assertThat(waits).containsExactly(100L, 200L, 400L, 500L, 500L);
        assertThat(answer).isEqualTo(new RuntimeAnswer("failed", "stop_1", "planners", 6, 503, "HTTP 503"));
    }

    @Test
    void aRuntimeMayAskForALongerWait_butNotForOneLongerThanTheLongest() throws Exception {
        reply(after(Duration.ofMillis(300)), after(Duration.ofDays(9)), after(Duration.ZERO), BUSY);
        ask("attempts: 4, backoff_ms: 100, max_backoff_ms: 1000", nowMs);
        assertThat(waits).containsExactly(300L, 1000L, 400L);
    }

    @Test
    void noAttemptBegins_whenARequestIsTooOld() throws Exception {
        RuntimeAnswer answer = ask("give_up_ms: 1000", nowMs - 1001);
        assertThat(answer.state()).isEqualTo("failed");
        assertThat(answer.attempts()).isZero();

        reply(BUSY, BUSY, BUSY);
        RuntimeAnswer second = ask("attempts: 5, give_up_ms: 1000, backoff_ms: 600, max_backoff_ms: 600", nowMs);
        assertThat(second.attempts()).isEqualTo(2);
        assertThat(waits).containsExactly(600L);
    }

    @Test
    void aFaultOfAPreset_isAFailedAttempt() throws Exception {
        replies.add(() -> {
            throw new IllegalStateException("secret");
        });
        replies.add(() -> RuntimeReply.answered(Kind.REQUESTED, 202));
        assertThat(ask("attempts: 2", nowMs).state()).isEqualTo("requested");

        replies.add(() -> {
            throw new IllegalStateException("secret");
        });
        assertThat(ask("attempts: 1", nowMs).problem()).isEqualTo("asking failed with IllegalStateException");
    }

    private static RuntimeReply after(Duration wait) {
        return RuntimeReply.again(429, Optional.of(wait), "HTTP 429");
    }

    private void reply(RuntimeReply... given) {
        for (RuntimeReply reply : given) {
            replies.add(() -> reply);
        }
    }

    private RuntimeAnswer ask(String settings, long sinceMs) throws InterruptedException {
        InstantSource clock = () -> Instant.ofEpochMilli(nowMs);
        Asker asker = new Asker(runtime(settings), new Scripted(), clock, wait -> {
            waits.add(wait.toMillis());
            nowMs += wait.toMillis();
        });
        return asker.ask(REQUEST, sinceMs);
    }

    private static AgentRuntime runtime(String settings) {
        String yaml = "bootstrap_servers: h:1\nstream: {state_dir: /s}\nruntimes: [{name: planners, agents: ['*'], ";
        return ConfigReader.parse(yaml + settings + "}]").runtimes().all().getFirst();
    }

    private final class Scripted implements RuntimeLink {
        @Override
        public RuntimeReply ask(RuntimeRequest request) {
            return replies.remove().get();
        }

        @Override
        public void close() {
            replies.clear();
        }
    }
}
