package dev.interlock.policy.body;

import dev.interlock.policy.problem.Place;
import dev.interlock.policy.yaml.Node;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What somebody wrote of a policy, and where. */
final class Written {
    private final Map<FieldPath, Spot> spots = new HashMap<>();

    /**
     * Where a field was written.
     *
     * @param key where its name stands
     * @param value what was written
     */
    record Spot(Place key, Node value) {}

    void note(FieldPath path, Place key, Node value) {
        spots.put(path, new Spot(key, value));
    }

    Optional<Spot> at(FieldPath path) {
        return Optional.ofNullable(spots.get(path));
    }

    /** Where the nearest part was written in which a field would stand. */
    Place around(FieldPath path) {
        return at(path).map(Spot::key).or(() -> path.parent().map(this::around)).orElse(Place.START);
    }
}
