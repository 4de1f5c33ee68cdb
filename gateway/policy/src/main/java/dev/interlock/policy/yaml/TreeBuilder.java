package dev.interlock.policy.yaml;

import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node.Items;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import dev.interlock.policy.yaml.Node.Scalar;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Makes a tree of the events of a parser, and stops at what is too deep. */
final class TreeBuilder {
    private final Iterator<Event> events;
    private final Problems problems;

    /** The names on the way to the value that is read. */
    private final Deque<String> way = new ArrayDeque<>();

    private boolean unclear;
    private boolean tooDeep;

    TreeBuilder(Iterator<Event> events, Problems problems) {
        this.events = events;
        this.problems = problems;
    }

    /** The only document; empty when there is none, or when it cannot be told what it says. */
    Optional<Node> document() {
        Event first = next(Event.ID.StreamStart);
        if (first.getEventId() == Event.ID.StreamEnd) {
            problems.add(Place.START, Problem.FILE, "must be a mapping", "empty");
            return Optional.empty();
        }
        Node root = node(events.next());
        if (tooDeep) {
            return Optional.empty();
        }
        Event behind = next(Event.ID.DocumentEnd);
        if (behind.getEventId() != Event.ID.StreamEnd) {
            problems.add(place(behind), Problem.FILE, "must have one document", "a second one");
        }
        return unclear ? Optional.empty() : Optional.of(root);
    }

    private Event next(Event.ID passed) {
        Event event = events.next();
        while (event.getEventId() == passed) {
            event = events.next();
        }
        return event;
    }

    private Node inside(String name, Event event) {
        way.addLast(name);
        Node node = node(event);
        way.removeLast();
        return node;
    }

    private Node node(Event event) {
        Place place = place(event);
        if (way.size() > YamlReader.DEPTH && !tooDeep) {
            tooDeep = true;
            String rule = "must be nested at most " + YamlReader.DEPTH + " deep";
            problems.add(place, Problem.FILE, rule, "deeper still");
        }
        if (event instanceof NodeEvent node) {
            refuseReferences(node, place);
        }
        return switch (event) {
            case ScalarEvent scalar -> new Scalar(place, scalar.getValue(), scalar.isPlain());
            case CollectionStartEvent start when tooDeep -> new Items(place, List.of());
            case CollectionStartEvent start when start.getEventId() == Event.ID.MappingStart -> mapping(place);
            case CollectionStartEvent start -> items(place);
            default -> new Scalar(place, "", true);
        };
    }

    /** What a name stands for, and how a value is to be read, is said nowhere else in the file. */
    private void refuseReferences(NodeEvent node, Place place) {
        if (node instanceof AliasEvent alias) {
            unclear = true;
            refuse(place, "must have no aliases", "*" + alias.getAlias().getValue());
        } else {
            node.getAnchor().ifPresent(anchor -> refuse(place, "must have no anchors", "&" + anchor.getValue()));
        }
        Optional<String> tag = switch (node) {
            case ScalarEvent scalar -> scalar.getTag();
            case CollectionStartEvent start -> start.getTag();
            default -> Optional.empty();
        };
        tag.ifPresent(named -> refuse(place, "must have no tags", named));
    }

    private void refuse(Place place, String rule, String found) {
        problems.add(place, field(), rule, Shown.of(found));
    }

    private String field() {
        return way.isEmpty() ? Problem.FILE : Shown.of(String.join(".", way));
    }

    private Items items(Place place) {
        List<Node> items = new ArrayList<>();
        Event event = events.next();
        while (!tooDeep && event.getEventId() != Event.ID.SequenceEnd) {
            items.add(inside(String.valueOf(items.size()), event));
            event = tooDeep ? event : events.next();
        }
        return new Items(place, items);
    }

    private Mapping mapping(Place place) {
        Map<String, Member> members = new LinkedHashMap<>();
        Event event = events.next();
        while (!tooDeep && event.getEventId() != Event.ID.MappingEnd) {
            Node key = inside("key", event);
            if (!tooDeep) {
                String name = key instanceof Scalar scalar ? scalar.text() : key.shown();
                Node value = inside(name, events.next());
                accept(key, value, members);
            }
            event = tooDeep ? event : events.next();
        }
        return new Mapping(place, List.copyOf(members.values()));
    }

    private void accept(Node key, Node value, Map<String, Member> members) {
        if (!(key instanceof Scalar name)) {
            refuse(key.place(), "must have texts as names", key.shown());
            return;
        }
        Member twin = members.putIfAbsent(name.text(), new Member(name.text(), name.place(), value));
        if (twin != null) {
            way.addLast(name.text());
            refuse(
                    name.place(),
                    "must stand once, and stands in line " + twin.place().line() + " already",
                    "there again");
            way.removeLast();
        }
    }

    private static Place place(Event event) {
        return event.getStartMark().map(YamlReader::place).orElse(Place.START);
    }
}
