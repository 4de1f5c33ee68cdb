package dev.interlock.worker;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols.DispatchType;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reader of what was polled: it queues what is to be executed, and lets cancellations and epochs take effect. */
final class Intake {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private final RecordCodec<Dispatch> codec = RecordCodec.of(Dispatch.class);
    private final Assignment assignment;
    private final Calls calls;
    private final Set<String> tools;
    private final TimeSource time;
    private final Tally tally;

    Intake(Assignment assignment, Calls calls, Set<String> tools, TimeSource time, Tally tally) {
        this.assignment = assignment;
        this.calls = calls;
        this.tools = Set.copyOf(tools);
        this.time = time;
        this.tally = tally;
    }

    /** Takes one record. One of a partition that has ended meanwhile is left to its next owner. */
    void take(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition id = new TopicPartition(record.topic(), record.partition());
        assignment.find(id).ifPresent(partition -> {
            partition.polledTo(record.offset() + 1);
            read(record, partition);
        });
    }

    private void read(ConsumerRecord<byte[], byte[]> record, OwnedPartition partition) {
        try {
            Dispatch dispatch = codec.decode(record.value()).record();
            if (partition.carriesWrites() && dispatch.operationId() != null) {
                refuse(delivery -> delivery.isOlder(dispatch.operationId(), dispatch.epoch()), Refusal.OLD_EPOCH);
            }
            act(dispatch, record, partition);
        } catch (InvalidRecordException e) {
            unreadable(partition, record.offset(), e.getMessage());
        }
    }

    private void act(Dispatch dispatch, ConsumerRecord<byte[], byte[]> record, OwnedPartition partition) {
        switch (dispatch.type()) {
            case DispatchType.EXECUTE, DispatchType.QUERY -> queue(dispatch, record, partition);
            case DispatchType.CANCEL -> refuse(delivery -> delivery.is(dispatch.targetDispatchId()), Refusal.CANCELLED);
            case DispatchType.MARKER -> LOG.debug("Stop marker at {} offset {}", partition.id(), record.offset());
            default -> unreadable(partition, record.offset(), "type is not known: " + dispatch.type());
        }
    }

    /** A tool of another name is another group's: an answer from here would prove what is not known here. */
    private void queue(Dispatch dispatch, ConsumerRecord<byte[], byte[]> record, OwnedPartition partition) {
        if (!tools.contains(dispatch.tool())) {
            LOG.debug("Tool {} is not of this worker: {}", dispatch.tool(), dispatch.dispatchId());
        } else if (partition.carriesWrites() && dispatch.operationId() == null) {
            unreadable(partition, record.offset(), "operation_id is missing in " + dispatch.dispatchId());
        } else if (!partition.carriesWrites() && DispatchType.QUERY.equals(dispatch.type())) {
            unreadable(partition, record.offset(), "query is not about a write: " + dispatch.dispatchId());
        } else {
            Countdown countdown = Countdown.since(record.timestamp(), dispatch.timeoutMs(), time);
            partition.add(new Delivery(dispatch, partition, record.offset(), countdown));
        }
    }

    private void refuse(Predicate<Delivery> which, Refusal reason) {
        assignment.forEachQueued(delivery -> {
            if (which.test(delivery)) {
                delivery.refuse(reason);
            }
        });
        calls.refuse(which, reason);
    }

    private void unreadable(OwnedPartition partition, long offset, String why) {
        tally.unreadable();
        LOG.error("Dispatch at {} offset {} cannot be taken: {}", partition.id(), offset, why);
    }
}
