package dev.interlock.schemas;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The topics of the contract under one prefix. All have the same number of partitions, which is fixed when they are
 * created: more partitions would send known keys elsewhere.
 */
public final class Topics {
    /** The prefix unless another one is configured. */
    public static final String DEFAULT_PREFIX = "interlock.";

    /** The number of partitions unless another one is configured. */
    public static final int DEFAULT_PARTITIONS = 8;

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);

    /** How long the journal is kept. */
    public static final Duration JOURNAL_RETENTION = Duration.ofDays(365);

    private final String prefix;
    private final List<TopicDefinition> all;

    private Topics(String prefix) {
        this.prefix = prefix;
        this.all = List.of(
                proposalsTopic(),
                dispatchesTopic(),
                resultsTopic(),
                operationDispatchesTopic(),
                operationResultsTopic(),
                outcomesTopic(),
                controlTopic(),
                ledgerTopic(),
                journalTopic(),
                deadLettersTopic(),
                stageRequestsTopic(),
                stageAnswersTopic(),
                stageControlTopic("stage.run-control", "run stage"),
                stageControlTopic("stage.operation-control", "operation stage"));
    }

    /**
     * The topics under a prefix.
     *
     * @throws IllegalArgumentException if no topic could have a name with this prefix
     */
    public static Topics withPrefix(String prefix) {
        if (!prefix.matches("[a-zA-Z0-9._-]{0,200}")) {
            throw new IllegalArgumentException("Topic prefix must be at most 200 characters of a-z, A-Z, 0-9, '.', '_'"
                    + " and '-'; it is: " + Excerpt.of(prefix, Limits.ID_LENGTH));
        }
        return new Topics(prefix);
    }

    /** What the names of all topics start with. */
    public String prefix() {
        return prefix;
    }

    /** All topics. */
    public List<TopicDefinition> all() {
        return all;
    }

    /** Calls that agents want, keyed by run. */
    public String proposals() {
        return prefix + "proposals";
    }

    /** Reads and model calls to execute, keyed by run. */
    public String dispatches() {
        return prefix + "dispatches";
    }

    /** What became of them, keyed by run. */
    public String results() {
        return prefix + "results";
    }

    /** Writes to execute, queries and cancels, keyed by operation. */
    public String operationDispatches() {
        return prefix + "operation-dispatches";
    }

    /** What became of them, keyed by operation. */
    public String operationResults() {
        return prefix + "operation-results";
    }

    /** Answers, keyed by run; containment reports, keyed by stop. */
    public String outcomes() {
        return prefix + "outcomes";
    }

    /** Commands of operators; any key. */
    public String control() {
        return prefix + "control";
    }

    /** Latest state of operations, stop flags and policies; see {@link Keys}. */
    public String ledger() {
        return prefix + "ledger";
    }

    /** All decisions, keyed by chain, signed heads and snapshots; see {@link Keys}. */
    public String journal() {
        return prefix + "journal";
    }

    /** What could not be read, keyed as it was. */
    public String deadLetters() {
        return prefix + "dead-letters";
    }

    /** From the run stage to the operation stage, keyed by operation. */
    public String stageRequests() {
        return prefix + "stage.requests";
    }

    /** From the operation stage to the run stage, keyed by run. */
    public String stageAnswers() {
        return prefix + "stage.answers";
    }

    /** Commands for the run stage, sent to the partitions they concern. */
    public String stageRunControl() {
        return prefix + "stage.run-control";
    }

    /** Commands for the operation stage, sent to the partitions they concern. */
    public String stageOperationControl() {
        return prefix + "stage.operation-control";
    }

    private TopicDefinition proposalsTopic() {
        return topic("proposals", "run_id", deleted(WEEK), List.of(Proposal.class), "Calls that agents want to make.");
    }

    private TopicDefinition dispatchesTopic() {
        return topic(
                "dispatches",
                "run_id",
                deleted(WEEK),
                List.of(Dispatch.class),
                "Reads and model calls to execute or cancel. Written by the run stage.");
    }

    private TopicDefinition resultsTopic() {
        return topic(
                "results",
                "run_id",
                deleted(WEEK),
                List.of(Result.class),
                "What became of reads and model calls, and the due records of the run stage.");
    }

    private TopicDefinition operationDispatchesTopic() {
        return topic(
                "operation-dispatches",
                "operation_id",
                deleted(WEEK),
                List.of(Dispatch.class),
                "Writes to execute, query or cancel. Written by the operation stage.");
    }

    private TopicDefinition operationResultsTopic() {
        return topic(
                "operation-results",
                "operation_id",
                deleted(WEEK),
                List.of(Result.class),
                "What became of writes, and the due records of the operation stage.");
    }

    private TopicDefinition outcomesTopic() {
        return topic(
                "outcomes",
                "run_id",
                deleted(MONTH),
                List.of(Outcome.class),
                "One answer for each proposal, the terminal outcomes, and containment reports keyed by stop id.");
    }

    private TopicDefinition controlTopic() {
        return topic("control", "any", deleted(MONTH), List.of(Control.class), "Commands of operators.");
    }

    private TopicDefinition ledgerTopic() {
        return topic(
                "ledger",
                "op:<operation_id>, stop:<kind>:<id>, policy:<policy_hash> or publication:<kind>:<pattern>",
                compacted(),
                List.of(LedgerOperation.class, LedgerStop.class, LedgerPolicy.class),
                "Latest state of operations, stop flags and policies. A view: the journal is the truth.");
    }

    private TopicDefinition journalTopic() {
        return topic(
                "journal",
                "chain, strand:<stage>:<task>:<n> or snapshot:<chain>:<n>",
                deleted(JOURNAL_RETENTION),
                List.of(JournalEntry.class, StrandHead.class, ChainSnapshot.class),
                "Every input with its decision, signed heads and snapshots.");
    }

    private TopicDefinition deadLettersTopic() {
        return topic(
                "dead-letters",
                "key of the record that could not be read",
                deleted(MONTH),
                List.of(DeadLetter.class),
                "What could not be read, and why.");
    }

    private TopicDefinition stageRequestsTopic() {
        return topic(
                "stage.requests",
                "operation_id",
                deleted(WEEK),
                List.of(StageRequest.class),
                "The run stage asks the operation stage.");
    }

    private TopicDefinition stageAnswersTopic() {
        return topic(
                "stage.answers",
                "run_id",
                deleted(WEEK),
                List.of(StageAnswer.class),
                "The operation stage answers the run stage; an ended run hands over to its successor.");
    }

    private TopicDefinition stageControlTopic(String channel, String reader) {
        return topic(
                channel,
                "",
                deleted(WEEK),
                List.of(StageControl.class),
                "Commands for the " + reader + ", sent to each partition they concern.");
    }

    private TopicDefinition topic(
            String channel,
            String key,
            Map<String, String> config,
            List<Class<? extends WireRecord>> records,
            String description) {
        return new TopicDefinition(channel, prefix + channel, key, config, records, description);
    }

    private static Map<String, String> deleted(Duration retention) {
        Map<String, String> config = settings();
        config.put("cleanup.policy", "delete");
        config.put("retention.ms", millis(retention));
        return config;
    }

    /**
     * Compaction that happens on a quiet topic: the broker's defaults would keep a week of records in the active segment,
     * which is never compacted, and wait until half of the log is stale.
     */
    private static Map<String, String> compacted() {
        Map<String, String> config = settings();
        config.put("cleanup.policy", "compact");
        config.put("segment.ms", millis(Duration.ofMinutes(10)));
        config.put("min.cleanable.dirty.ratio", "0.1");
        config.put("max.compaction.lag.ms", millis(Duration.ofMinutes(30)));
        config.put("delete.retention.ms", millis(Duration.ofDays(1)));
        return config;
    }

    /** Append time everywhere: what a producer claims must neither expire a record nor steer the order of reading. */
    private static Map<String, String> settings() {
        Map<String, String> config = new TreeMap<>();
        config.put("message.timestamp.type", "LogAppendTime");
        config.put("max.message.bytes", Integer.toString(Limits.MESSAGE_BYTES));
        return config;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
