package dev.interlock.server.stream;

import dev.interlock.server.wire.ControlReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** The partitions of a stage that a command concerns, told by its key, which says what it is about. */
final class Multicast implements StreamPartitioner<byte[], byte[]> {
    private final Function<String, Optional<Integer>> only;

    private Multicast(Function<String, Optional<Integer>> only) {
        this.only = only;
    }

    /** A command about one run goes to that run's partition, any other to all. */
    static Multicast toRuns(Partitions partitions) {
        return new Multicast(subject -> named(ControlReader.RUN, subject, partitions));
    }

    /**
     * A command about one operation goes to that operation's partition, any other to all: operations of one run can be
     * anywhere.
     */
    static Multicast toOperations(Partitions partitions) {
        return new Multicast(subject -> named(ControlReader.OPERATION, subject, partitions));
    }

    private static Optional<Integer> named(String kind, String subject, Partitions partitions) {
        return subject.startsWith(kind)
                ? Optional.of(partitions.of(subject.substring(kind.length())))
                : Optional.empty();
    }

    /** The interface still demands this form, though it is to be removed from it. */
    @Override
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(String topic, byte[] key, byte[] value, int count) {
        String subject = new String(key, StandardCharsets.UTF_8);
        return Optional.of(only.apply(subject)
                .map(Set::of)
                .orElseGet(() -> IntStream.range(0, count).boxed().collect(Collectors.toUnmodifiableSet())));
    }
}
