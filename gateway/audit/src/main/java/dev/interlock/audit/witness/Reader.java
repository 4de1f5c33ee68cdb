package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.Topics;
import dev.interlock.schemas.WireRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What records say. Safe for use by several threads. */
final class Reader {
    /** The types of records that are judged. */
    static final List<Class<? extends WireRecord>> TYPES = List.of(
            JournalEntry.class,
            ChainSnapshot.class,
            Proposal.class,
            Dispatch.class,
            Result.class,
            Outcome.class,
            StageRequest.class,
            StageAnswer.class,
            StageControl.class,
            LedgerOperation.class,
            LedgerPolicy.class,
            DeadLetter.class,
            Control.class);

    private static final Map<Class<?>, RecordCodec<? extends WireRecord>> CODECS = codecs();

    private static final RecordCodec<StrandHead> HEADS = RecordCodec.of(StrandHead.class);

    private static final String OPERATION = "op:";
    private static final Set<String> POLICIES = Set.of("policy", "publication");

    private final Topics topics;
    private final Map<String, RecordCodec<? extends WireRecord>> byTopic = new HashMap<>();
    private final Set<String> ofOthers;

    Reader(Topics topics) {
        this.topics = topics;
        byTopic.put(topics.journal(), CODECS.get(JournalEntry.class));
        byTopic.put(topics.proposals(), CODECS.get(Proposal.class));
        byTopic.put(topics.dispatches(), CODECS.get(Dispatch.class));
        byTopic.put(topics.operationDispatches(), CODECS.get(Dispatch.class));
        byTopic.put(topics.results(), CODECS.get(Result.class));
        byTopic.put(topics.operationResults(), CODECS.get(Result.class));
        byTopic.put(topics.outcomes(), CODECS.get(Outcome.class));
        byTopic.put(topics.stageRequests(), CODECS.get(StageRequest.class));
        byTopic.put(topics.stageAnswers(), CODECS.get(StageAnswer.class));
        byTopic.put(topics.stageRunControl(), CODECS.get(StageControl.class));
        byTopic.put(topics.stageOperationControl(), CODECS.get(StageControl.class));
        byTopic.put(topics.deadLetters(), CODECS.get(DeadLetter.class));
        byTopic.put(topics.control(), CODECS.get(Control.class));
        ofOthers = Set.of(topics.proposals(), topics.results(), topics.operationResults(), topics.control());
    }

    /**
     * What a record says; empty for one without a value, of no interest, or that others wrote and cannot be read.
     *
     * @throws UnreadableException if the gateway wrote it: what that writes can always be read
     */
    Optional<WireRecord> read(Raw raw) {
        String topic = raw.at().topic();
        RecordCodec<? extends WireRecord> codec = codec(raw);
        if (codec == null || raw.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(codec.decode(raw.value()).record());
        } catch (InvalidRecordException e) {
            if (ofOthers.contains(topic)) {
                // It may be anything; that it cannot be read is the answer.
                return Optional.empty();
            }
            throw new UnreadableException(raw.at(), e);
        }
    }

    private RecordCodec<? extends WireRecord> codec(Raw raw) {
        String topic = raw.at().topic();
        if (topic.equals(topics.journal()) && Keys.isStrand(raw.keyText())) {
            return HEADS;
        }
        if (topic.equals(topics.journal()) && Keys.isSnapshot(raw.keyText())) {
            return CODECS.get(ChainSnapshot.class);
        }
        return topic.equals(topics.ledger()) ? ofLedger(raw) : byTopic.get(topic);
    }

    private static RecordCodec<? extends WireRecord> ofLedger(Raw raw) {
        String key = raw.keyText();
        if (key.startsWith(OPERATION)) {
            return CODECS.get(LedgerOperation.class);
        }
        int colon = key.indexOf(':');
        return colon > 0 && POLICIES.contains(key.substring(0, colon)) ? CODECS.get(LedgerPolicy.class) : null;
    }

    private static Map<Class<?>, RecordCodec<? extends WireRecord>> codecs() {
        Map<Class<?>, RecordCodec<? extends WireRecord>> codecs = new HashMap<>();
        TYPES.forEach(type -> codecs.put(type, RecordCodec.of(type)));
        return Map.copyOf(codecs);
    }
}
