package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Symbols.ResultType;
import dev.interlock.schemas.Topics;
import dev.interlock.schemas.WireRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** All committed records of all topics at one moment; those of a partition in their order. */
public final class Recording {
    private final Topics topics;
    private final List<Raw> all;
    private final Map<String, List<Raw>> byTopic = new LinkedHashMap<>();
    private final Map<Class<?>, List<?>> decoded = new LinkedHashMap<>();

    /** Records in any order of their partitions. */
    public Recording(Topics topics, List<Raw> all) {
        this.topics = topics;
        this.all = List.copyOf(all);
        all.forEach(raw -> byTopic.computeIfAbsent(raw.at().topic(), name -> new ArrayList<>())
                .add(raw));
    }

    /** Its topics. */
    public Topics topics() {
        return topics;
    }

    /** Everything. */
    public List<Raw> all() {
        return all;
    }

    /** The records of one topic. */
    public List<Raw> on(String topic) {
        return byTopic.getOrDefault(topic, List.of());
    }

    /** The journal. */
    public List<Seen<JournalEntry>> journal() {
        return read(JournalEntry.class, topics.journal());
    }

    /** What workers were told, of reads and of writes. */
    public List<Seen<Dispatch>> dispatches() {
        return read(Dispatch.class, topics.dispatches(), topics.operationDispatches());
    }

    /** The permissions to execute a call. */
    public List<Seen<Dispatch>> executes() {
        return dispatches().stream()
                .filter(seen -> DispatchType.EXECUTE.equals(seen.record().type()))
                .toList();
    }

    /** What agents were answered. */
    public List<Seen<Outcome>> outcomes() {
        return read(Outcome.class, topics.outcomes());
    }

    /** The ends of runs, each as often as it was told. */
    public List<Seen<Outcome>> ends() {
        return outcomes().stream()
                .filter(seen -> OutcomeType.TERMINAL.equals(seen.record().type()))
                .toList();
    }

    /** The runs that somebody proposed for and that have no end; what only a resume can begin is none before it. */
    public List<String> unended() {
        Set<String> runs = new LinkedHashSet<>();
        proposals().forEach(seen -> runs.add(seen.record().runId()));
        runs.removeIf(Resuming::isIssued);
        answers().stream().map(Seen::record).filter(Resuming::carriesOver).forEach(answer -> runs.add(answer.runId()));
        ends().forEach(end -> runs.remove(end.record().runId()));
        return List.copyOf(runs);
    }

    /** The operation that the chain of a run began with, once the run was admitted to it. */
    public Optional<String> rootOf(String runId) {
        return Admitting.roots(this).apply(runId);
    }

    /** How many partitions each topic has, as far as there is something on any of them. */
    int partitions() {
        return 1 + all.stream().mapToInt(raw -> raw.at().partition()).max().orElse(0);
    }

    /** What could not be read. */
    public List<Seen<DeadLetter>> deadLetters() {
        return read(DeadLetter.class, topics.deadLetters());
    }

    /** What the operation stage was asked. */
    public List<Seen<StageRequest>> requests() {
        return read(StageRequest.class, topics.stageRequests());
    }

    /** What the operation stage answered. */
    public List<Seen<StageAnswer>> answers() {
        return read(StageAnswer.class, topics.stageAnswers());
    }

    /** The commands as they were passed on to the stages. */
    public List<Seen<StageControl>> passedOn() {
        return read(StageControl.class, topics.stageRunControl(), topics.stageOperationControl());
    }

    /** What operators wrote, where it can be read. */
    List<Control> commands() {
        RecordCodec<Control> codec = RecordCodec.of(Control.class);
        return on(topics.control()).stream()
                .flatMap(raw -> Readable.of(codec, raw.value()).stream())
                .toList();
    }

    Stream<LedgerPolicy> policies() {
        RecordCodec<LedgerPolicy> codec = RecordCodec.of(LedgerPolicy.class);
        return on(topics.ledger()).stream()
                .filter(raw -> raw.keyText().startsWith("policy:"))
                .map(raw -> codec.decode(raw.value()).record());
    }

    /** The states of the operations, in the order they were in. Of old ones the topic keeps the latest alone. */
    public List<Seen<LedgerOperation>> operations() {
        RecordCodec<LedgerOperation> codec = RecordCodec.of(LedgerOperation.class);
        return on(topics.ledger()).stream()
                .filter(raw -> raw.keyText().startsWith("op:") && raw.value() != null)
                .map(raw -> new Seen<>(raw, codec.decode(raw.value()).record()))
                .toList();
    }

    /** What agents proposed, where it can be read. */
    public List<Seen<Proposal>> proposals() {
        RecordCodec<Proposal> codec = RecordCodec.of(Proposal.class);
        return on(topics.proposals()).stream()
                .flatMap(raw -> Readable.of(codec, raw.value()).stream().map(proposal -> new Seen<>(raw, proposal)))
                .toList();
    }

    /** What was reported of writes, where it can be read. */
    public List<Result> operationResults() {
        return reports(topics.operationResults()).map(Seen::record).toList();
    }

    /** What workers answered, of reads and of writes, where it can be read. */
    public List<Seen<Result>> results() {
        return Stream.of(topics.results(), topics.operationResults())
                .flatMap(this::reports)
                .filter(seen -> ResultType.RESULT.equals(seen.record().type()))
                .toList();
    }

    private Stream<Seen<Result>> reports(String topic) {
        RecordCodec<Result> codec = RecordCodec.of(Result.class);
        return on(topic).stream()
                .flatMap(raw -> Readable.of(codec, raw.value()).stream().map(result -> new Seen<>(raw, result)));
    }

    /** What the gateway writes can always be read: a record that cannot is a fault of the gateway. */
    @SuppressWarnings("unchecked")
    private <T extends WireRecord> List<Seen<T>> read(Class<T> type, String... names) {
        return (List<Seen<T>>) decoded.computeIfAbsent(type, key -> {
            RecordCodec<T> codec = RecordCodec.of(type);
            return Stream.of(names)
                    .flatMap(name -> on(name).stream())
                    .map(raw -> new Seen<>(raw, codec.decode(raw.value()).record()))
                    .toList();
        });
    }
}
