package dev.interlock.server.wire;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Closure.Extent;
import dev.interlock.schemas.Control;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a task knows of the operators' signs of life.
 *
 * @param controlId the sign that counts; empty before the first
 * @param heardAtMs when it was given; before the first, since when it is waited for
 * @param writesUntilMs until when writes are let through
 * @param readsUntilMs until when all other calls are
 * @param closed what is closed; empty when nothing is
 */
public record Vigil(String controlId, long heardAtMs, long writesUntilMs, long readsUntilMs, Optional<Extent> closed) {

    /** Nobody was heard yet, and nothing may be dispatched until somebody is. */
    public static Vigil begun(long atMs) {
        return new Vigil("", atMs, atMs, atMs, Optional.empty());
    }

    /** The same at a later time: what is due to close is closed. Time alone never opens. */
    public Vigil at(long atMs) {
        Optional<Extent> widest =
                Stream.concat(closed.stream(), due(atMs).stream()).max(Comparator.naturalOrder());
        return new Vigil(controlId, heardAtMs, writesUntilMs, readsUntilMs, widest);
    }

    /**
     * An operator says that all is well. What an earlier sign promised for longer holds: to close at once is what a stop is
     * for.
     *
     * @param alive the sign, with the time it was given
     * @param limits how long silence is borne, whatever the sign says
     * @param atMs when it was taken up: no sign is younger
     * @return the same when the sign says nothing new
     */
    public Vigil heard(Control alive, DeadMan limits, long atMs) {
        long givenAtMs = Math.min(alive.issuedAtMs(), atMs);
        long writes = givenAtMs + Math.min(alive.validForMs(), limits.writesAfterMs());
        long reads = givenAtMs + Math.min(alive.validForMs(), limits.readsAfterMs());
        if (writes <= writesUntilMs && reads <= readsUntilMs) {
            return this;
        }
        Vigil told = new Vigil(
                alive.controlId(),
                givenAtMs,
                Math.max(writes, writesUntilMs),
                Math.max(reads, readsUntilMs),
                Optional.empty());
        return told.at(atMs);
    }

    /** When more closes unless an operator is heard; empty when all is closed. */
    public OptionalLong nextMs() {
        if (closed.isEmpty()) {
            return OptionalLong.of(writesUntilMs);
        }
        return closed.get() == Extent.WRITES ? OptionalLong.of(readsUntilMs) : OptionalLong.empty();
    }

    /** What decisions are made under; empty when nothing is closed. */
    public Optional<Closure> closure(DeadMan limits) {
        return closed.map(extent -> new Closure(
                extent,
                heardAtMs,
                Math.max(0, writesUntilMs - heardAtMs),
                Math.max(0, readsUntilMs - heardAtMs),
                limits.writesAfterMs()));
    }

    private Optional<Extent> due(long atMs) {
        if (atMs >= readsUntilMs) {
            return Optional.of(Extent.ALL);
        }
        return atMs >= writesUntilMs ? Optional.of(Extent.WRITES) : Optional.empty();
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static Vigil read(byte[] bytes) {
        return CoreJson.read(bytes, Vigil.class);
    }
}
