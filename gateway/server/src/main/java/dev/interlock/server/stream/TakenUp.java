package dev.interlock.server.stream;

import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Mark;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Up to where a task has taken up each of its topics, kept in the transaction of what it decided. A broker may begin again
 * at an offset that is older than the one a gateway committed; what it gives a second time is passed over.
 */
final class TakenUp {
    private static final Logger LOG = LoggerFactory.getLogger(TakenUp.class);

    private final KeyValueStore<Bytes, byte[]> marks;
    private final Meters meters;
    private final Map<String, Mark> saidOf = new HashMap<>();

    TakenUp(KeyValueStore<Bytes, byte[]> marks, Meters meters) {
        this.marks = marks;
        this.meters = meters;
    }

    /**
     * Whether a record was taken up before, which is counted; one that was not is from now on. Of records that are put
     * before all others no time is known, so they are never taken for old ones: commands are known by their ids.
     */
    boolean already(Arrival arrival) {
        if (arrival.appendedAtMs() < AppendTime.EARLIEST) {
            return false;
        }
        Bytes topic = Stores.key(arrival.position().topic());
        Optional<Mark> mark = Optional.ofNullable(marks.get(topic)).map(Mark::read);
        Optional<Mark> covering = mark.filter(last -> last.covers(arrival));
        covering.ifPresentOrElse(
                last -> count(arrival, last),
                () -> marks.put(topic, Mark.at(arrival).bytes()));
        return covering.isPresent();
    }

    private void count(Arrival arrival, Mark mark) {
        meters.repeated(arrival.position());
        if (!mark.equals(saidOf.put(arrival.position().topic(), mark))) {
            LOG.warn(
                    "The broker begins {} again, which was taken up as far as offset {}: what comes again is passed"
                            + " over",
                    arrival.position(),
                    mark.offset());
        }
    }
}
