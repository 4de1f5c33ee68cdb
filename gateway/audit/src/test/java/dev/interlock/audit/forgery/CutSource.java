package dev.interlock.audit.forgery;

import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Topics;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A source of which a part is not there.
 *
 * @param whole all of it
 * @param cut what is left of a partition
 */
record CutSource(Source whole, UnaryOperator<Slice> cut) implements Source {
    /** Without its beginning. */
    static Slice from(Slice slice, long beginning) {
        return new Slice(slice.topic(), slice.partition(), beginning, slice.end());
    }

    @Override
    public Topics topics() {
        return whole.topics();
    }

    @Override
    public List<Slice> slices() {
        return whole.slices().stream().map(cut).toList();
    }

    @Override
    public void read(Slice slice, long from, Sink sink) {
        whole.read(slice, from, sink);
    }

    @Override
    public void close() {
        whole.close();
    }
}
