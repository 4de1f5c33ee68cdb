package dev.interlock.server.http;

import dev.interlock.server.stream.GatewayStreams.Condition;
import java.util.Locale;
import java.util.function.Supplier;

/** Whether a gateway lives, for whoever restarts it; and whether it decides, for whoever sends it work. */
final class Health {
    private static final String CONTENT_TYPE = "application/json";

    private final Supplier<Condition> condition;

    Health(Supplier<Condition> condition) {
        this.condition = condition;
    }

    /** Restoring for an hour is living: only what has failed, or has ended, is to be restarted. */
    Answer live() {
        Condition now = condition.get();
        return switch (now) {
            case PREPARING, RUNNING, ENDING -> fine(now);
            case CLOSED, FAILED -> unavailable(now, "It will not decide again: restart it. Its log says why.");
        };
    }

    Answer ready() {
        Condition now = condition.get();
        return switch (now) {
            case RUNNING -> fine(now);
            case PREPARING -> unavailable(now, "It starts, restores its stores or shares partitions anew: wait.");
            case ENDING, CLOSED, FAILED -> unavailable(now, "It takes nothing up any more.");
        };
    }

    private static Answer fine(Condition now) {
        return Answer.of(200, CONTENT_TYPE, "{\"condition\":\"" + code(now) + "\"}");
    }

    private static Answer unavailable(Condition now, String what) {
        return Problem.of(503, "Not available", "The gateway is " + code(now) + ". " + what)
                .answer();
    }

    private static String code(Condition now) {
        return now.name().toLowerCase(Locale.ROOT);
    }
}
