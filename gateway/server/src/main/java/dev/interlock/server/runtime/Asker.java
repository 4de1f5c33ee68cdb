package dev.interlock.server.runtime;

import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.schemas.Symbols.RuntimeState;
import dev.interlock.server.config.AgentRuntime;
import dev.interlock.server.wire.RuntimeRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks one runtime until it answers, refuses, or was asked as often or as long as is configured. */
final class Asker {
    private static final Logger LOG = LoggerFactory.getLogger(Asker.class);

    private final AgentRuntime runtime;
    private final RuntimeLink link;
    private final InstantSource clock;
    private final Pause pause;

    /** Waits between two attempts. */
    interface Pause {
        void last(Duration duration) throws InterruptedException;
    }

    Asker(AgentRuntime runtime, RuntimeLink link, InstantSource clock, Pause pause) {
        this.runtime = runtime;
        this.link = link;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Asks.
     *
     * @param request what for
     * @param sinceMs when the time began after which it is given up; in milliseconds since the epoch
     * @throws InterruptedException when the gateway ends meanwhile; nothing is decided then
     */
    RuntimeAnswer ask(RuntimeRequest request, long sinceMs) throws InterruptedException {
        long lastStartMs = sinceMs + runtime.asking().giveUp().toMillis();
        int attempts = 0;
        RuntimeReply reply = RuntimeReply.silent("was not reached in time");
        long nextMs = clock.millis();
        while (attempts < runtime.asking().attempts() && nextMs <= lastStartMs) {
            if (attempts > 0) {
                pause.last(Duration.ofMillis(Math.max(0, nextMs - clock.millis())));
            }
            reply = askOnce(request);
            attempts++;
            if (reply.kind() != RuntimeReply.Kind.AGAIN) {
                break;
            }
            nextMs = clock.millis() + wait(attempts, reply.retryAfter()).toMillis();
        }
        return answer(request, reply, attempts);
    }

    /** A fault in a preset must not end the thread that asks. */
    private RuntimeReply askOnce(RuntimeRequest request) throws InterruptedException {
        try {
            return link.ask(request);
        } catch (RuntimeException e) {
            LOG.warn("Asking failed. runtime={} request={}", runtime.name(), request.id(), e);
            return RuntimeReply.silent("asking failed with " + e.getClass().getSimpleName());
        }
    }

    /** Twice as long after each attempt, or as long as the runtime asks for, but never longer than the longest wait. */
    private Duration wait(int attempts, Optional<Duration> retryAfter) {
        Duration longest = runtime.asking().maxBackoff();
        Duration wait = runtime.asking().backoff();
        for (int i = 1; i < attempts && wait.compareTo(longest) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        Duration wanted = retryAfter.orElse(Duration.ZERO);
        Duration longer = wanted.compareTo(wait) > 0 ? wanted : wait;
        return longer.compareTo(longest) > 0 ? longest : longer;
    }

    private RuntimeAnswer answer(RuntimeRequest request, RuntimeReply reply, int attempts) {
        String state = switch (reply.kind()) {
            case REQUESTED -> RuntimeState.REQUESTED;
            case CONFIRMED -> RuntimeState.CONFIRMED;
            case REFUSED -> RuntimeState.REFUSED;
            case AGAIN -> RuntimeState.FAILED;
        };
        return new RuntimeAnswer(
                state,
                request.id(),
                runtime.name(),
                attempts,
                reply.status().isPresent() ? reply.status().getAsInt() : null,
                reply.problem().orElse(null));
    }
}
