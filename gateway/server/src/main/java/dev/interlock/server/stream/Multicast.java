package dev.interlock.server.stream;

import dev.interlock.schemas.Symbols.ScopeKind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** The partitions of a stage that a command concerns, told by the command's scope, which is its key. */
final class Multicast implements StreamPartitioner<byte[], byte[]> {
    private static final String ONE_RUN = ScopeKind.RUN + ":";

    private final Function<String, Optional<Integer>> only;

    private Multicast(Function<String, Optional<Integer>> only) {
        this.only = only;
    }

    /** A command about one run goes to that run's partition, any other to all. */
    static Multicast toRuns(Partitions partitions) {
        return new Multicast(scope -> scope.startsWith(ONE_RUN)
                ? Optional.of(partitions.of(scope.substring(ONE_RUN.length())))
                : Optional.empty());
    }

    /** Operations of one run can be anywhere. */
    static Multicast toAll() {
        return new Multicast(scope -> Optional.empty());
    }

    /** The interface still demands this form, though it is to be removed from it. */
    @Override
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(String topic, byte[] key, byte[] value, int count) {
        String scope = new String(key, StandardCharsets.UTF_8);
        return Optional.of(only.apply(scope)
                .map(Set::of)
                .orElseGet(() -> IntStream.range(0, count).boxed().collect(Collectors.toUnmodifiableSet())));
    }
}
