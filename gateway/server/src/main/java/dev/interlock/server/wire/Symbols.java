package dev.interlock.server.wire;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The symbols of records, as the core's constants. */
final class Symbols {
    private Symbols() {}

    /** The constant a symbol names; empty when it names none or is absent. */
    static <E extends Enum<E>> Optional<E> find(Class<E> type, String symbol) {
        if (symbol == null) {
            return Optional.empty();
        }
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> code(constant).equals(symbol))
                .findFirst();
    }

    static String code(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The rule a symbol outside the list breaks. */
    static <E extends Enum<E>> String rule(Class<E> type) {
        return "one of "
                + Arrays.stream(type.getEnumConstants()).map(Symbols::code).collect(Collectors.joining(", "));
    }
}
