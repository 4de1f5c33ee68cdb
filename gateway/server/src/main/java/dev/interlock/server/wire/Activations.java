package dev.interlock.server.wire;

import dev.interlock.core.fact.Activation;
import java.util.Optional;

/** Places in chains: as records have them and as the core knows them. */
final class Activations {
    private Activations() {}

    /** The record's part; null where there is no place. */
    static dev.interlock.schemas.Activation part(Optional<Activation> place) {
        return place.map(at -> new dev.interlock.schemas.Activation(at.root(), at.depth(), at.children()))
                .orElse(null);
    }

    static Optional<Activation> place(dev.interlock.schemas.Activation part) {
        return Optional.ofNullable(part).map(at -> new Activation(at.root(), at.depth(), at.children()));
    }
}
