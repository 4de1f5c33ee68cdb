package dev.interlock.policy.body;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What may be written for a value, told by the type it has in the core: a component added to a record there is a field
 * here, under its name in snake case. Which values are allowed is told by the records' constructors.
 */
public sealed interface Shape {

    /**
     * A whole number.
     *
     * @param least the least its type can hold
     * @param most the most its type can hold
     */
    record Whole(long least, long most) implements Shape {}

    /** {@code true} or {@code false}. */
    record Flag() implements Shape {}

    /** A text that is not empty. */
    record Text() implements Shape {}

    /**
     * One of some words.
     *
     * @param words in lower case
     */
    record Symbol(List<String> words) implements Shape {}

    /** What a guard does. */
    record Deed() implements Shape {}

    /**
     * A record.
     *
     * @param type the record
     * @param fields its fields in their order
     */
    record Part(Class<?> type, Map<String, Shape> fields) implements Shape {}

    /**
     * Something that may be missing.
     *
     * @param shape what it is where it is there
     */
    record Choice(Shape shape) implements Shape {}

    /**
     * Values by name.
     *
     * @param value each value
     * @param keys the names allowed; empty where the user chooses them
     */
    record Named(Shape value, List<String> keys) implements Shape {}

    /**
     * A list.
     *
     * @param item each of its values
     */
    record Several(Shape item) implements Shape {}

    /** The shape of a record. */
    static Part of(Class<?> type) {
        Map<String, Shape> fields = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            fields.put(snake(component.getName()), of(component.getGenericType()));
        }
        return new Part(type, fields);
    }

    private static Shape of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Optional.class) {
                return new Choice(of(arguments[0]));
            }
            if (generic.getRawType() == List.class) {
                return new Several(of(arguments[0]));
            }
            if (generic.getRawType() == Map.class) {
                boolean reasons = arguments[0] == Reason.class;
                return new Named(of(arguments[1]), reasons ? reasons() : List.of());
            }
        }
        return type instanceof Class<?> plain ? ofClass(plain) : unknown(type);
    }

    private static Shape ofClass(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            return new Whole(Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (type == OptionalInt.class) {
            return new Choice(new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE));
        } else if (type == OptionalLong.class) {
            return new Choice(new Whole(Long.MIN_VALUE, Long.MAX_VALUE));
        } else if (type == boolean.class || type == Boolean.class) {
            return new Flag();
        } else if (type == String.class) {
            return new Text();
        } else if (type == Action.class) {
            return new Deed();
        } else if (type.isEnum()) {
            return new Symbol(Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                    .toList());
        }
        return type.isRecord() ? of(type) : unknown(type);
    }

    private static Shape unknown(Type type) {
        throw new IllegalStateException(
                "A policy has a part of the type " + type.getTypeName() + ": say in Shape how it is written");
    }

    private static List<String> reasons() {
        return Arrays.stream(Reason.values()).map(Reason::code).toList();
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
