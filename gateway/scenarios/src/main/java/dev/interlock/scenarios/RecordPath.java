package dev.interlock.scenarios;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** A copy of a record with one component changed, which may lie in a record inside it. */
final class RecordPath {
    private RecordPath() {}

    /**
     * The copy.
     *
     * @param path the component in snake case, behind those it lies in: {@code ceilings.wall_clock_ms}
     * @throws IllegalArgumentException when there is no such component, or the record refuses the value
     */
    static <T extends Record> T with(T whole, String path, Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return replaced(whole, path, value);
        }
        Record inner = (Record) component(whole, path.substring(0, dot));
        return replaced(whole, path.substring(0, dot), with(inner, path.substring(dot + 1), value));
    }

    private static Object component(Record whole, String name) {
        return read(whole, components(whole).get(indexOf(whole, name)));
    }

    private static <T extends Record> T replaced(T whole, String name, Object value) {
        List<RecordComponent> components = components(whole);
        Object[] values = components.stream().map(c -> read(whole, c)).toArray();
        int index = indexOf(whole, name);
        values[index] = fitted(value, components.get(index).getType());
        Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        @SuppressWarnings("unchecked")
        Class<T> type = (Class<T>) whole.getClass();
        try {
            return type.getConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(name + ": " + e.getCause().getMessage(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(whole.getClass() + " cannot be copied", e);
        }
    }

    private static int indexOf(Record whole, String name) {
        List<String> names =
                components(whole).stream().map(c -> snakeCase(c.getName())).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(name + ": must be one of " + names);
        }
        return index;
    }

    private static List<RecordComponent> components(Record whole) {
        return Arrays.asList(whole.getClass().getRecordComponents());
    }

    private static Object read(Record whole, RecordComponent component) {
        try {
            return component.getAccessor().invoke(whole);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(component + " cannot be read", e);
        }
    }

    private static Object fitted(Object value, Class<?> type) {
        if (!(value instanceof Number number)) {
            return value;
        }
        if (type == OptionalLong.class) {
            return OptionalLong.of(number.longValue());
        }
        return type == int.class ? (Object) Math.toIntExact(number.longValue()) : number;
    }

    private static String snakeCase(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
    }
}
