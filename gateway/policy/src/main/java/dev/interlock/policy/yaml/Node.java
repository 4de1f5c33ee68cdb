package dev.interlock.policy.yaml;

import dev.interlock.policy.problem.Place;
import java.util.List;
import java.util.Optional;

/** A value of a YAML file and where it stands. */
public sealed interface Node {

    /** Where it begins. */
    Place place();

    /** What is shown of it in a message, at most some dozen characters. */
    String shown();

    /**
     * Keys with values, each key once, in the order of the file.
     *
     * @param members the keys with their values
     */
    record Mapping(Place place, List<Member> members) implements Node {
        public Mapping {
            members = List.copyOf(members);
        }

        /** A key with its value. */
        public Optional<Member> member(String key) {
            return members.stream().filter(member -> member.key().equals(key)).findFirst();
        }

        /** The value of a key. */
        public Optional<Node> value(String key) {
            return member(key).map(Member::value);
        }

        @Override
        public String shown() {
            return members.isEmpty() ? "{}" : "a mapping";
        }
    }

    /**
     * A key with its value.
     *
     * @param key the key as text
     * @param place where the key stands
     * @param value the value
     */
    record Member(String key, Place place, Node value) {}

    /**
     * A list.
     *
     * @param items the values
     */
    record Items(Place place, List<Node> items) implements Node {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String shown() {
            return items.isEmpty() ? "[]" : "a list";
        }
    }

    /**
     * A single value.
     *
     * @param text what was written, without quotes
     * @param plain whether it stood without quotes, and so may be a number, a truth value or nothing
     */
    record Scalar(Place place, String text, boolean plain) implements Node {
        /** Whether it is YAML's nothing. */
        public boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || isOneOf("null", "Null", "NULL"));
        }

        /** Whether it says {@code true}. */
        public boolean isTrue() {
            return plain && isOneOf("true", "True", "TRUE");
        }

        /** Whether it says {@code false}. */
        public boolean isFalse() {
            return plain && isOneOf("false", "False", "FALSE");
        }

        /** Whether it is a whole number in digits; underscores may group them. */
        public boolean isWhole() {
            return plain && text.matches("[-+]?[0-9]++(_[0-9]++)*+");
        }

        /** Whether it is a number with a point or an exponent. */
        public boolean isDecimal() {
            return plain && !isWhole() && text.matches("[-+]?(\\.[0-9]++|[0-9]++(\\.[0-9]*+)?+)([eE][-+]?[0-9]++)?+");
        }

        /** The digits of a whole number, without groups or a plus. */
        public String digits() {
            String digits = text.replace("_", "");
            return digits.startsWith("+") ? digits.substring(1) : digits;
        }

        /** Whether it is a text. */
        public boolean isText() {
            return !isNull() && !isTrue() && !isFalse() && !isWhole() && !isDecimal();
        }

        @Override
        public String shown() {
            if (isNull()) {
                return text.isEmpty() ? "empty" : "null";
            }
            return plain ? Shown.of(text) : '"' + Shown.of(text) + '"';
        }

        private boolean isOneOf(String... words) {
            return List.of(words).contains(text);
        }
    }
}
