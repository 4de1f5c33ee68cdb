package dev.interlock.server.stream;

import dev.interlock.core.outcome.Reason;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Position;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/** What the stages count. */
final class Meters {
    private final MeterRegistry registry;

    Meters(MeterRegistry registry) {
        this.registry = registry;
    }

    void decided(String decider, String decision, Optional<Reason> reason) {
        registry.counter(
                        "interlock.decisions",
                        "decider",
                        decider,
                        "decision",
                        decision,
                        "reason",
                        reason.map(Reason::code).orElse("none"))
                .increment();
    }

    void deadLetter(Position position, LetterError error) {
        registry.counter("interlock.dead.letters", "topic", position.topic(), "rule", error.rule())
                .increment();
    }

    void repeated(Position position) {
        registry.counter("interlock.repeated", "topic", position.topic()).increment();
    }

    void rerouted(Position position) {
        registry.counter("interlock.rerouted", "topic", position.topic()).increment();
    }
}
