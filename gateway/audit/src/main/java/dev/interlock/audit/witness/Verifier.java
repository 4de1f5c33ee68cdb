package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.TopicDefinition;
import dev.interlock.schemas.WireRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds a source against the promises, however long it is. It reads every partition once, several at a time, and deals the
 * records out to {@link Share}s on the disk, without what no check looks at; then it judges one share after the other, as
 * if it were all. What is in memory is a share for each thread, and what a {@link Frame} has.
 */
public final class Verifier {
    /** How many complaints are kept; more are counted. */
    private static final int MOST = 10_000;

    private final Source source;
    private final Path directory;
    private final Options options;
    private final Reader reader;
    private final Names names;
    private final Frame frame;
    private final Strands strands;
    private final int shares;
    private final Spill spill;
    private final List<Complaint> complaints = new ArrayList<>();
    private long more;
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong entries = new AtomicLong();

    /**
     * How to go about it.
     *
     * @param atRest whether the gateway had decided everything that was there, so that what waits is a violation
     * @param threads how many partitions, and then shares, are worked on at once
     * @param shareRecords about how many records a share may have; each takes about a kilobyte of memory while its share
     *     is judged
     * @param progress is told how many offsets more were read
     * @param signatures what signed heads are held against, beside the entries
     */
    public record Options(
            boolean atRest, int threads, long shareRecords, LongConsumer progress, Signatures signatures) {
        /** Without anything that signed heads are held against but the entries. */
        public Options(boolean atRest, int threads, long shareRecords, LongConsumer progress) {
            this(atRest, threads, shareRecords, progress, Signatures.NONE);
        }

        /** The same with what signed heads are held against. */
        public Options with(Signatures others) {
            return new Options(atRest, threads, shareRecords, progress, others);
        }

        /** As many threads as there are processors, and shares for a heap of half a gigabyte. */
        public static Options usual(boolean atRest, LongConsumer progress) {
            return new Options(atRest, Runtime.getRuntime().availableProcessors(), 40_000, progress);
        }
    }

    /**
     * What was found.
     *
     * @param records how many records were read
     * @param entries how many of them are entries of the journal
     * @param complaints the violations, by place
     * @param more how many more there are, which were not kept
     * @param covered how much of the journal its signed heads cover
     */
    public record Findings(long records, long entries, List<Complaint> complaints, long more, Covered covered) {
        /** Whether every promise is kept. */
        public boolean isClean() {
            return complaints.isEmpty();
        }
    }

    private Verifier(Source source, Path directory, Options options) {
        this.source = source;
        this.directory = directory;
        this.options = options;
        this.reader = new Reader(source.topics());
        this.names = new Names(source.topics());
        this.frame = new Frame(
                source.topics(),
                source.slices(source.topics().journal()).size(),
                new Extent(source.slices(), options.atRest()));
        this.strands = new Strands(
                source.topics().journal(),
                source.slices(source.topics().journal()),
                options.signatures(),
                complaint -> add(List.of(complaint)));
        long offsets = source.slices().stream().mapToLong(Slice::length).sum();
        this.shares = Math.clamp(3 * offsets / options.shareRecords() + 1, 1, 1 << 14);
        this.spill = new Spill(
                directory,
                source.topics().all().stream().map(TopicDefinition::name).toList(),
                shares);
    }

    /**
     * Judges a source.
     *
     * @param scratch an empty directory for what does not fit into memory, about 150 bytes for each record, several times;
     *     it is empty again afterwards
     */
    public static Findings judge(Source source, Path scratch, Options options) {
        return new Verifier(source, scratch, options).judge();
    }

    private Findings judge() {
        try (ExecutorService threads = Executors.newFixedThreadPool(options.threads())) {
            List<Slice> longest = source.slices().stream()
                    .sorted(Comparator.comparingLong(Slice::length).reversed())
                    .toList();
            all(threads, longest.size(), i -> read(longest.get(i)));
            strands.finish(frame.presentMs());
            all(threads, shares, this::judge);
        } finally {
            clear();
        }
        complaints.sort(Comparator.comparing(Complaint::at, Comparator.nullsLast(Comparator.comparing(Share::name)))
                .thenComparing(Complaint::fault));
        return new Findings(
                records.get(),
                entries.get(),
                List.copyOf(complaints),
                more,
                strands.covered().with(frame.snapshots(), frame.cuts()));
    }

    private static void all(ExecutorService threads, int count, IntConsumer work) {
        List<Future<?>> running = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> running.add(threads.submit(() -> work.accept(i))));
        try {
            for (Future<?> each : running) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        } catch (ExecutionException e) {
            running.forEach(each -> each.cancel(true));
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    private void read(Slice slice) {
        AtomicLong next = new AtomicLong(slice.beginning());
        source.read(slice, raw -> {
            take(raw);
            options.progress()
                    .accept(raw.at().offset() + 1 - next.getAndSet(raw.at().offset() + 1));
        });
        options.progress().accept(slice.end() - next.get());
    }

    private void take(Raw raw) {
        records.incrementAndGet();
        frame.extent().add(raw.at(), raw.timestampMs());
        WireRecord record = record(raw);
        if (record instanceof StrandHead head) {
            strands.take(raw, head);
            return;
        }
        if (record instanceof ChainSnapshot snapshot && !strands.take(raw, snapshot)) {
            return;
        }
        if (record instanceof JournalEntry entry) {
            entries.incrementAndGet();
            strands.take(raw, entry);
        }
        if (record != null) {
            frame.take(raw, record);
        }
        WireRecord slim = record == null || record instanceof LedgerPolicy ? null : Slim.of(record);
        byte[] bytes = spill.bytes(raw, slim);
        names.of(raw, slim).stream()
                .mapToInt(name -> Share.number(name, shares))
                .distinct()
                .forEach(share -> spill.add(share, bytes));
    }

    private WireRecord record(Raw raw) {
        try {
            return reader.read(raw).orElse(null);
        } catch (UnreadableException e) {
            // It cannot be read, and that is what is told of it.
            add(List.of(Fault.UNREADABLE.at(e.at(), e.getMessage())));
            return null;
        }
    }

    private void judge(int share) {
        List<Seen<?>> all = spill.take(share);
        if (!all.isEmpty()) {
            add(Witness.complaints(new Recording(frame, new Share(share, shares), all)));
        }
    }

    private synchronized void add(List<Complaint> found) {
        int kept = Math.min(found.size(), MOST - complaints.size());
        complaints.addAll(found.subList(0, kept));
        more += found.size() - kept;
    }

    private void clear() {
        try (Stream<Path> left = Files.list(directory)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Not cleared: " + directory, e);
        }
    }
}
