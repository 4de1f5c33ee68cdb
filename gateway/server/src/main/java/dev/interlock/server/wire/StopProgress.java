package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.schemas.Position;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How far a task has carried a stop to what was open, and what of it the task has listed.
 *
 * @param stop the stop
 * @param entered whether the stop has taken effect in this task; a task of the other stage may speak of it before
 * @param cursor the last key the sweep has handled; empty before the first
 * @param swept whether the sweep has handled all
 * @param listed how many operations or calls the task has listed in the containment report
 * @param marked the tasks of the run stage that will withdraw nothing more because of it
 * @param counted whether the count was written; nothing may be listed after it
 * @param at where the command stood that it took effect with; empty while it was only heard of
 * @param origin where that command first landed, when it was passed on
 */
public record StopProgress(
        Stop stop,
        boolean entered,
        String cursor,
        boolean swept,
        long listed,
        List<String> marked,
        boolean counted,
        Optional<Position> at,
        Optional<Position> origin) {
    public StopProgress {
        marked = List.copyOf(marked);
    }

    /** Nothing is known of it but its name. */
    public static StopProgress heardOf(Stop stop) {
        return new StopProgress(stop, false, "", false, 0, List.of(), false, Optional.empty(), Optional.empty());
    }

    /** What it is kept under. */
    public String name() {
        return StopName.of(stop);
    }

    /** The stop has taken effect here, with this command. */
    public StopProgress begun(Position position, Optional<Position> first) {
        return new StopProgress(stop, true, cursor, swept, listed, marked, counted, Optional.of(position), first);
    }

    /** The sweep has come to a key; {@code all} says that nothing is behind it. */
    public StopProgress sweptTo(String last, boolean all) {
        return new StopProgress(stop, entered, last, all, listed, marked, counted, at, origin);
    }

    /** So many more were listed. */
    public StopProgress listedMore(long more) {
        return new StopProgress(stop, entered, cursor, swept, listed + more, marked, counted, at, origin);
    }

    /** A task of the run stage will withdraw nothing more. */
    public StopProgress markedBy(String task) {
        List<String> all =
                Stream.concat(marked.stream(), Stream.of(task)).distinct().toList();
        return new StopProgress(stop, entered, cursor, swept, listed, all, counted, at, origin);
    }

    /** The count was written. */
    public StopProgress closed() {
        return new StopProgress(stop, entered, cursor, swept, listed, marked, true, at, origin);
    }

    /**
     * Where the command stood that it took effect with.
     *
     * @throws IllegalStateException when it was only heard of: then there is nothing to carry
     */
    public Position position() {
        return at.orElseThrow(() -> new IllegalStateException("The stop has not taken effect yet: " + stop));
    }

    /** Whether a step is left: to carry it on, or to forget what was handled once all is counted. */
    public boolean goesOn() {
        return counted || (entered && !swept);
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static StopProgress read(byte[] bytes) {
        return CoreJson.read(bytes, StopProgress.class);
    }
}
