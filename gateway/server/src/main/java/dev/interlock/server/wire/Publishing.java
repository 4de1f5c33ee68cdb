package dev.interlock.server.wire;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a task keeps of the publications for one pattern of agents.
 *
 * @param inForce the one in force
 * @param sinceMs when it took effect in this task
 * @param heard the ids of the last commands about this pattern, the latest last
 */
public record Publishing(Publication inForce, long sinceMs, List<String> heard) {
    /** How many commands are remembered for each pattern. */
    static final int MOST_HEARD = 16;

    public Publishing {
        heard = List.copyOf(heard);
    }

    /**
     * What is kept after a publication. A command counts once: one that is sent again must not bring back what another has
     * replaced.
     *
     * @param before what was kept before; empty when nothing was published for these agents
     * @param atMs when it is taken up
     * @return empty when nothing changes: the command was heard before, or says what is in force
     */
    public static Optional<Publishing> after(Optional<Publishing> before, Publication publication, long atMs) {
        List<String> heard = before.map(Publishing::heard).orElse(List.of());
        boolean known = heard.contains(publication.controlId())
                || before.filter(kept -> kept.inForce.repeats(publication)).isPresent();
        return known
                ? Optional.empty()
                : Optional.of(new Publishing(publication, atMs, with(heard, publication.controlId())));
    }

    private static List<String> with(List<String> heard, String controlId) {
        return Stream.concat(heard.stream(), Stream.of(controlId))
                .skip(Math.max(0, heard.size() + 1 - MOST_HEARD))
                .toList();
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static Publishing read(byte[] bytes) {
        return CoreJson.read(bytes, Publishing.class);
    }
}
