package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The presets with all they say: what the core decides by, and what is evaluated outside it. */
public final class Standards {
    /** A write is asked for nothing: made again, it does once more what it does. */
    private static final String PENDING = "call.kind == 'read' && " + InProgress.NAME + "(value)";

    private static final Terms WAITING =
            Terms.of(JsonNodeFactory.instance.objectNode().put(Terms.PENDING, PENDING));

    private Standards() {}

    /** Every preset, in the order they are shown. */
    public static List<PolicyDocument> all() {
        return Presets.all().stream().map(Standards::whole).toList();
    }

    /** Every preset, and those of earlier versions of the gateway. */
    public static List<PolicyDocument> everKnown() {
        List<PolicyDocument> known = new ArrayList<>(all());
        Presets.earlier().forEach(preset -> known.add(PolicyDocument.of(preset)));
        return known;
    }

    /** The preset that holds where nobody says otherwise. */
    public static PolicyDocument balanced() {
        return whole(Presets.balanced());
    }

    /** The preset of a name. */
    public static Optional<PolicyDocument> named(String name) {
        return all().stream()
                .filter(preset -> preset.policy().name().equals(name))
                .findFirst();
    }

    /** Only a policy that lets reads be asked again says when. */
    private static PolicyDocument whole(Policy preset) {
        boolean waits = preset.fallback().flatMap(contract -> contract.poll()).isPresent();
        return waits
                ? new PolicyDocument(preset, Map.of(), Optional.of(WAITING), List.of())
                : PolicyDocument.of(preset);
    }
}
