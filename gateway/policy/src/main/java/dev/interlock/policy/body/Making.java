package dev.interlock.policy.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.yaml.Shown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes a policy of a tree. The core's constructors say what is wrong, one thing at a time: each is noted with its place,
 * a sound value is put there instead, and the rest is looked at again.
 */
final class Making {
    /** As often as this the tree is looked at again; each time something is taken back. */
    private static final int MOST_ROUNDS = 150;

    private static final Pattern NAME = Pattern.compile("[a-z_]+(\\.[a-z_]+)*");

    private final Shape.Part shape;
    private final ObjectNode tree;
    private final Merging merging;
    private final Set<FieldPath> told = new HashSet<>();
    private final Set<FieldPath> taken = new HashSet<>();

    Making(Shape.Part shape, ObjectNode tree, Merging merging) {
        this.shape = shape;
        this.tree = tree;
        this.merging = merging;
    }

    /** The policy, with what is wrong taken back; empty when even that is none. */
    Optional<Policy> make() {
        Optional<Policy> made = Optional.empty();
        boolean mends = true;
        for (int round = 0; mends && made.isEmpty() && round < MOST_ROUNDS; round++) {
            try {
                made = Optional.of(PolicyCodec.read(tree));
            } catch (JsonProcessingException e) {
                Complaint complaint = Complaint.in(e)
                        .orElseGet(() -> new Complaint(
                                FieldPath.ROOT, FieldPath.ROOT, Shown.of(e.getOriginalMessage()), "otherwise"));
                mends = mend(complaint);
            }
        }
        merging.values().beyond().forEach(this::tellBeyond);
        return made;
    }

    private void tellBeyond(FieldPath path, Shape.Whole whole) {
        if (!told.contains(path)) {
            tell(path, path, "must be " + whole.least() + " to " + whole.most(), "another");
        }
    }

    /** Notes what is wrong and takes it back; false when there is nothing left to take back. */
    private boolean mend(Complaint complaint) {
        FieldPath target = target(complaint);
        FieldPath culprit = culprit(complaint, target);
        if (!told.contains(target)) {
            tell(target, culprit, complaint.rule(), complaint.value());
        }
        return takeBack(culprit) || target.parent().filter(this::takeBack).isPresent();
    }

    private void tell(FieldPath target, FieldPath culprit, String rule, String otherwise) {
        told.add(target);
        Optional<Written.Spot> spot = merging.written().at(culprit);
        Place place = spot.map(s -> s.value().place())
                .orElseGet(() -> merging.written().around(culprit));
        String value = merging.written()
                .at(target)
                .map(s -> s.value().shown())
                .orElse(otherwise.equals("empty") ? Problem.ABSENT : otherwise);
        merging.refuse(place, target, rule, value);
    }

    /** The field a complaint is about: it names it from the body on, or from the record on that it stands in. */
    private FieldPath target(Complaint complaint) {
        if (walk(complaint.path()).isPresent() && !complaint.path().names().isEmpty()) {
            return complaint.path();
        }
        FieldPath inner = complaint.at().child(complaint.path().last());
        return walk(inner).isPresent() ? inner : complaint.at();
    }

    /** What was written of it: the field itself, or else one that the rule names. */
    private FieldPath culprit(Complaint complaint, FieldPath target) {
        List<FieldPath> named = new ArrayList<>(List.of(target));
        NAME.matcher(complaint.rule())
                .results()
                .map(word -> FieldPath.dotted(word.group()))
                .forEach(path -> {
                    named.add(path);
                    named.add(complaint.at().join(path));
                });
        return named.stream()
                .filter(path -> merging.written().at(path).isPresent() && !taken.contains(path))
                .findFirst()
                .orElse(target);
    }

    /** Puts a sound value where something else stood; false when that was done already. */
    private boolean takeBack(FieldPath path) {
        Optional<FieldPath> parent = path.parent();
        if (parent.isEmpty() || !taken.add(path)) {
            return false;
        }
        JsonNode owner = at(parent.get());
        Optional<Shape> outer = walk(parent.get());
        if (!(owner instanceof ObjectNode object) || outer.isEmpty()) {
            return false;
        }
        JsonNode sample = outer.get() instanceof Shape.Part part
                ? Samples.of(part.type()).map(tree -> tree.path(path.last())).orElse(null)
                : null;
        if (sample == null || sample.isMissingNode()) {
            object.remove(path.last());
        } else {
            object.set(path.last(), sample);
        }
        return true;
    }

    private JsonNode at(FieldPath path) {
        JsonNode node = tree;
        for (String name : path.names()) {
            node = node.path(name);
        }
        return node;
    }

    /** The shape of what stands at a path; empty when nothing can stand there. */
    private Optional<Shape> walk(FieldPath path) {
        Shape at = shape;
        for (String name : path.names()) {
            Shape inner = at instanceof Shape.Choice choice ? choice.shape() : at;
            at = switch (inner) {
                case Shape.Part part -> part.fields().get(name);
                case Shape.Named named -> named.value();
                default -> null;
            };
            if (at == null) {
                return Optional.empty();
            }
        }
        return Optional.of(at instanceof Shape.Choice choice ? choice.shape() : at);
    }
}
