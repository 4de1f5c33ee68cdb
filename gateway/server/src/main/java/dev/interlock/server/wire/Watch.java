package dev.interlock.server.wire;

import dev.interlock.schemas.Control;
import java.util.Optional;

/**
 * All that a turn of the dead-man switch rests on, as the journal keeps it: with the time of its entry the turn follows
 * from it, also when the sign itself has gone from its topic.
 *
 * @param before what the task knew of the operators
 * @param sign the sign of life, with who gave it and why; empty where time alone closes
 * @param limits how long silence is borne
 */
public record Watch(Vigil before, Optional<Control> sign, DeadMan limits) {
    /** Reads the facts of a journal entry. */
    public static Watch read(byte[] facts) {
        return CoreJson.read(facts, Watch.class);
    }

    /** What the task knows from then on. */
    public Vigil after(long atMs) {
        return sign.map(alive -> before.heard(alive, limits, atMs)).orElseGet(() -> before.at(atMs));
    }
}
