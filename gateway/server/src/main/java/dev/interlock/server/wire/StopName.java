package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Position;
import java.util.Optional;

/**
 * A stop as one text, which the stages tell each other and keep it under: kind, length of the id, id, control id with the
 * place of the control record, such as {@code tool:3:pay:c-7@2-41}. One command id may stop several scopes, and one scope
 * several times, so it alone names none of them.
 */
public final class StopName {
    private static final String SEPARATOR = ":";
    private static final int PARTS = 3;

    private static final char PLACE = '@';

    private StopName() {}

    /** The control id of one control record: the id its writer gave it, and where it stands. */
    static String placed(String controlId, Position origin) {
        return controlId + PLACE + origin.partition() + "-" + origin.offset();
    }

    /** The control id as its writer gave it. */
    public static String controlId(Stop stop) {
        int place = stop.controlId().lastIndexOf(PLACE);
        return place < 0 ? stop.controlId() : stop.controlId().substring(0, place);
    }

    /** The name of a stop. */
    public static String of(Stop stop) {
        return String.join(
                SEPARATOR, stop.scope().code(), Integer.toString(stop.id().length()), stop.id(), stop.controlId());
    }

    /** The stop a text names; empty when it names none. */
    public static Optional<Stop> read(String name) {
        String[] parts = name == null ? new String[0] : name.split(SEPARATOR, PARTS);
        if (parts.length < PARTS || !parts[1].matches("\\d{1,3}")) {
            return Optional.empty();
        }
        int length = Integer.parseInt(parts[1]);
        boolean fits = parts[2].length() > length && parts[2].startsWith(SEPARATOR, length);
        return Symbols.find(StopScope.class, parts[0])
                .filter(kind -> fits)
                .map(kind ->
                        new Stop(kind, parts[2].substring(0, length), parts[2].substring(length + SEPARATOR.length())));
    }
}
