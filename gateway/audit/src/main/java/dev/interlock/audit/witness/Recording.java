package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All committed records of all topics at one moment, or a {@link Share} of them; those of a partition in their order.
 */
public final class Recording {
    private static final Comparator<Raw> ORDER = Comparator.<Raw, String>comparing(
                    raw -> raw.at().topic())
            .thenComparing(raw -> raw.at().partition())
            .thenComparing(raw -> raw.at().offset());

    private final Frame frame;
    private final Share share;
    private final List<Raw> all;
    private final Map<String, List<Raw>> byTopic = new LinkedHashMap<>();
    private final Map<Class<?>, List<?>> decoded = new LinkedHashMap<>();
    private final List<Complaint> unreadable = new ArrayList<>();
    private boolean framed;
    private Written written;
    private Set<String> whole;

    /** Records in any order of their partitions. */
    public Recording(Topics topics, List<Raw> all) {
        int partitions =
                1 + all.stream().mapToInt(raw -> raw.at().partition()).max().orElse(0);
        this.frame = new Frame(topics, partitions, Extent.everything());
        this.share = Share.WHOLE;
        this.all = List.copyOf(all);
        sort(all);
    }

    /**
     * A share.
     *
     * @param frame what is known of the whole
     * @param all its records, in any order, and what they say
     */
    Recording(Frame frame, Share share, List<Seen<?>> all) {
        this.frame = frame;
        this.framed = true;
        this.share = share;
        List<Seen<?>> ordered = new ArrayList<>(all);
        ordered.sort((one, other) -> ORDER.compare(one.raw(), other.raw()));
        this.all = ordered.stream().<Raw>map(Seen::raw).toList();
        sort(this.all);
        Map<Class<?>, List<Object>> byType = new HashMap<>();
        Reader.TYPES.forEach(type -> byType.put(type, new ArrayList<>()));
        for (Seen<?> seen : ordered) {
            if (seen.record() != null) {
                byType.get(seen.record().getClass()).add(seen);
            }
        }
        decoded.putAll(byType);
    }

    private void sort(List<Raw> records) {
        records.forEach(raw -> byTopic.computeIfAbsent(raw.at().topic(), name -> new ArrayList<>())
                .add(raw));
    }

    /** Its topics. */
    public Topics topics() {
        return frame.topics();
    }

    /** What is known of the whole. */
    Frame frame() {
        if (!framed) {
            framed = true;
            read(LedgerPolicy.class, topics().ledger()).forEach(seen -> frame.take(seen.raw(), seen.record()));
            dispatches().forEach(seen -> frame.take(seen.raw(), seen.record()));
            answers().forEach(seen -> frame.take(seen.raw(), seen.record()));
        }
        return frame;
    }

    /** Records of the gateway that cannot be read, of the topics that were looked at. */
    List<Complaint> unreadable() {
        return unreadable;
    }

    /** How much of the topics is there. */
    Extent extent() {
        return frame.extent();
    }

    /** The time before which something may be gone that was written once; 0 where nothing is. */
    long horizonMs() {
        return frame.horizonMs();
    }

    /** Whether this can be judged: what belongs to it is neither deleted nor still to be written. */
    boolean isWithin(long atMs) {
        return atMs > horizonMs() && atMs < frame.presentMs();
    }

    /**
     * Whether nothing is gone of what belongs to a run or an operation that is judged here.
     *
     * @param chain its chain
     */
    boolean isWhole(String chain) {
        if (horizonMs() == 0) {
            return true;
        }
        if (whole == null) {
            whole = journal().stream()
                    .map(Seen::record)
                    .filter(entry -> entry.seq() == 1 && entry.atMs() > horizonMs())
                    .map(JournalEntry::chain)
                    .collect(Collectors.toSet());
        }
        return whole.contains(chain);
    }

    /** Which entry wrote what. */
    Written written() {
        if (written == null) {
            written = new Written(this);
        }
        return written;
    }

    /** Whether what has this name is judged here. */
    boolean owns(String name) {
        return share.owns(name);
    }

    /** Whether an input is judged here. */
    boolean owns(Position at) {
        return share.owns(at);
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
        return read(JournalEntry.class, topics().journal());
    }

    /** The snapshots of its chains. */
    List<Seen<ChainSnapshot>> snapshots() {
        return read(ChainSnapshot.class, topics().journal());
    }

    /** What workers were told, of reads and of writes. */
    public List<Seen<Dispatch>> dispatches() {
        return read(Dispatch.class, topics().dispatches(), topics().operationDispatches());
    }

    /** The permissions to execute a call. */
    public List<Seen<Dispatch>> executes() {
        return dispatches().stream()
                .filter(seen -> DispatchType.EXECUTE.equals(seen.record().type()))
                .toList();
    }

    /** What agents were answered. */
    public List<Seen<Outcome>> outcomes() {
        return read(Outcome.class, topics().outcomes());
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
        return frame().place(runId).map(Frame.Place::root);
    }

    /** What could not be read. */
    public List<Seen<DeadLetter>> deadLetters() {
        return read(DeadLetter.class, topics().deadLetters());
    }

    /** What the operation stage was asked. */
    public List<Seen<StageRequest>> requests() {
        return read(StageRequest.class, topics().stageRequests());
    }

    /** What the operation stage answered. */
    public List<Seen<StageAnswer>> answers() {
        return read(StageAnswer.class, topics().stageAnswers());
    }

    /** The commands as they were passed on to the stages. */
    public List<Seen<StageControl>> passedOn() {
        return read(StageControl.class, topics().stageRunControl(), topics().stageOperationControl());
    }

    /** What operators wrote, where it can be read. */
    List<Control> commands() {
        return read(Control.class, topics().control()).stream()
                .map(Seen::record)
                .toList();
    }

    /** The policies, each once. */
    List<LedgerPolicy> policies() {
        return frame().policies();
    }

    /** The states of the operations, in the order they were in. Of old ones the topic keeps the latest alone. */
    public List<Seen<LedgerOperation>> operations() {
        return read(LedgerOperation.class, topics().ledger());
    }

    /** What agents proposed, where it can be read. */
    public List<Seen<Proposal>> proposals() {
        return read(Proposal.class, topics().proposals());
    }

    /** What was reported of writes, where it can be read. */
    public List<Result> operationResults() {
        return reports()
                .filter(seen -> seen.at().topic().equals(topics().operationResults()))
                .map(Seen::record)
                .toList();
    }

    /** What workers answered, of reads and of writes, where it can be read. */
    public List<Seen<Result>> results() {
        return reports()
                .filter(seen -> ResultType.RESULT.equals(seen.record().type()))
                .toList();
    }

    private Stream<Seen<Result>> reports() {
        return read(Result.class, topics().results(), topics().operationResults()).stream();
    }

    @SuppressWarnings("unchecked")
    private <T extends WireRecord> List<Seen<T>> read(Class<T> type, String... names) {
        if (!decoded.containsKey(type)) {
            Reader reader = new Reader(topics());
            List<Seen<T>> found = new ArrayList<>();
            for (String name : names) {
                for (Raw raw : on(name)) {
                    read(reader, raw)
                            .filter(type::isInstance)
                            .ifPresent(record -> found.add(new Seen<>(raw, type.cast(record))));
                }
            }
            decoded.put(type, found);
        }
        return (List<Seen<T>>) decoded.get(type);
    }

    private Optional<WireRecord> read(Reader reader, Raw raw) {
        try {
            return reader.read(raw);
        } catch (UnreadableException e) {
            // It cannot be read, and that is what is told of it.
            unreadable.add(Fault.UNREADABLE.at(e.at(), e.getMessage()));
            return Optional.empty();
        }
    }
}
