package dev.interlock.scenarios.table;

import dev.interlock.scenarios.Scenario;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of scenarios. */
public final class Scenarios {
    private static final List<Scenario> ALL = Stream.of(
                    Completing.rows(),
                    Ceilings.rows(),
                    Spending.rows(),
                    Repeating.rows(),
                    Progressing.rows(),
                    Failing.rows(),
                    Proving.rows(),
                    Reconciling.rows(),
                    Identifying.rows(),
                    Promising.rows(),
                    Asking.rows(),
                    Approving.rows(),
                    Stopping.rows(),
                    Triggering.rows(),
                    Resuming.rows(),
                    Parallel.rows())
            .flatMap(Collection::stream)
            .toList();

    private static final Map<String, Scenario> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Scenario::name, Function.identity()));

    private Scenarios() {}

    /** All rows, in the order they are shown. */
    public static List<Scenario> all() {
        return ALL;
    }

    /** The row of a name; empty when there is none. */
    public static Optional<Scenario> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
