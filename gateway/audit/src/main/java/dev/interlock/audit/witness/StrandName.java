package dev.interlock.audit.witness;

import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.Symbols.Stage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;

/**
 * Which strand of the journal.
 *
 * @param stage of the task that wrote it
 * @param task its partition
 * @param partition of the journal
 */
record StrandName(String stage, int task, int partition) {
    private static final String RUN = "run:";
    private static final String OPERATION = "op:";
    private static final Pattern PART = Pattern.compile("part:([a-z]+):(\\d{1,9})");

    static StrandName of(StrandHead head) {
        return new StrandName(head.stage(), head.task(), head.partition());
    }

    /**
     * The strand that an entry belongs to: the task that decides what its chain is named after wrote it. Empty if no task
     * has such a chain.
     *
     * @param partitions how many there are of every topic
     */
    static Optional<StrandName> of(String chain, int partition, int partitions) {
        if (chain.startsWith(RUN)) {
            return Optional.of(new StrandName(Stage.RUN, task(chain.substring(RUN.length()), partitions), partition));
        }
        if (chain.startsWith(OPERATION)) {
            return Optional.of(
                    new StrandName(Stage.OPERATION, task(chain.substring(OPERATION.length()), partitions), partition));
        }
        Matcher part = PART.matcher(chain);
        return part.matches()
                ? Optional.of(new StrandName(part.group(1), Integer.parseInt(part.group(2)), partition))
                : Optional.empty();
    }

    /** The partition of a name. */
    static int task(String id, int partitions) {
        return Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    @Override
    public String toString() {
        return stage + "-" + task + " in partition " + partition;
    }
}
