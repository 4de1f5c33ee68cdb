package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a task knows of one scope.
 *
 * @param stop the scope and the control record that set or lifted it
 * @param inForce whether the scope is stopped
 * @param version rises with each change
 * @param lifts the ids of the last lifts of the scope, the latest last
 */
public record StopFlag(Stop stop, boolean inForce, long version, List<String> lifts) {
    /** How many lifts are remembered for each scope. */
    static final int MOST_LIFTS = 16;

    public StopFlag {
        lifts = List.copyOf(lifts);
    }

    /**
     * The flag after a command. A stop is always obeyed. A lift is obeyed once: one that is sent again must not lift a
     * later stop.
     *
     * @param before the flag before; empty when there was none
     * @return empty when the command was obeyed before
     */
    public static Optional<StopFlag> after(Optional<StopFlag> before, Command.Flag command) {
        List<String> lifts = before.map(StopFlag::lifts).orElse(List.of());
        boolean repeated = command.lifts()
                ? lifts.contains(command.controlId())
                : before.filter(flag ->
                                flag.inForce && StopName.controlId(flag.stop).equals(command.controlId()))
                        .isPresent();
        if (repeated) {
            return Optional.empty();
        }
        long version = before.map(StopFlag::version).orElse(0L) + 1;
        List<String> known = command.lifts() ? with(lifts, command.controlId()) : lifts;
        return Optional.of(new StopFlag(command.stop(), !command.lifts(), version, known));
    }

    private static List<String> with(List<String> lifts, String lift) {
        return Stream.concat(lifts.stream(), Stream.of(lift))
                .skip(Math.max(0, lifts.size() + 1 - MOST_LIFTS))
                .toList();
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static StopFlag read(byte[] bytes) {
        return CoreJson.read(bytes, StopFlag.class);
    }
}
