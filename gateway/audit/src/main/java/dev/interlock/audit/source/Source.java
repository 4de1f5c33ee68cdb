package dev.interlock.audit.source;

import dev.interlock.schemas.Topics;
import java.util.List;

/**
 * All topics of a gateway at one moment. Reading streams: no more than one record of a partition is held at a time, so that
 * it is the reader who decides what is kept. Different partitions may be read by different threads at once, and each as
 * often as wanted.
 */
public interface Source extends AutoCloseable {
    /** The topics. */
    Topics topics();

    /** Every partition of every topic, those of a topic together and in order. */
    List<Slice> slices();

    /**
     * Hands over the committed records of a partition in order, until its end as it was when this was opened.
     *
     * @param slice one of {@link #slices}
     * @param from the first offset to hand over
     * @param sink takes them; what it throws ends the reading
     * @throws SourceException if they cannot be read
     */
    void read(Slice slice, long from, Sink sink);

    /** The same from its beginning. */
    default void read(Slice slice, Sink sink) {
        read(slice, slice.beginning(), sink);
    }

    /** The partitions of one topic. */
    default List<Slice> slices(String topic) {
        return slices().stream().filter(slice -> slice.topic().equals(topic)).toList();
    }

    @Override
    void close();
}
