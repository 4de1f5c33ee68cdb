package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.Strand;
import dev.interlock.schemas.StrandHead;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** One strand, walked along from its first record that is there. It keeps a few digests, however long the strand is. */
final class StrandWalk {
    /** What the latest heads say of other strands may be ahead of what was read of those. */
    private static final int LATEST = 32;

    private final StrandName name;
    private final Strands strands;
    private final boolean cut;
    private final Consumer<Complaint> complaints;
    private final Deque<Told> latest = new ArrayDeque<>();
    private String entry = "";
    private String digest = Strand.START;
    private long entries;
    private long number;
    private String hash;
    private StrandHead head;
    private long heads;
    private long covered;
    private long before;
    private long since;

    /**
     * What a head says of the strands of its task.
     *
     * @param raw the head
     * @param numbers the number of their latest heads, by partition
     */
    record Told(Raw raw, List<Long> numbers) {}

    /**
     * A strand.
     *
     * @param cut whether the beginning of its partition was deleted
     */
    StrandWalk(StrandName name, Strands strands, boolean cut, Consumer<Complaint> complaints) {
        this.name = name;
        this.strands = strands;
        this.cut = cut;
        this.complaints = complaints;
    }

    StrandName name() {
        return name;
    }

    /** The number of its last head; 0 if there is none. */
    long number() {
        return number;
    }

    /** What its latest heads say, in their order. */
    Deque<Told> latest() {
        return latest;
    }

    /** The next entry. */
    void entry(Raw raw) {
        entry = raw.digest();
        since++;
        if (head != null) {
            digest = Strand.after(digest, entry);
            entries++;
        }
    }

    /** The next head, whose signature counts. */
    void head(Raw raw, StrandHead next) {
        if (next.number() <= number) {
            complaints.accept(Fault.HEAD_NUMBER.at(raw.at(), order(next)));
            return;
        }
        judge(raw, next);
        strands.noted(next).ifPresent(why -> complaints.accept(Fault.HEAD_OTHER.at(raw.at(), why)));
        heads++;
        since = 0;
        number = next.number();
        hash = next.hash();
        head = next;
        entries = next.entries();
        digest = next.digest();
        latest.add(new Told(raw, next.numbers()));
        if (latest.size() > LATEST) {
            latest.remove();
        }
    }

    /** The next head, whose signature does not count: only that it is there is taken from it. */
    void forged(StrandHead next) {
        if (next.number() == number + 1) {
            number++;
            hash = null;
        }
    }

    private void judge(Raw raw, StrandHead next) {
        if (follows(raw, next)) {
            boolean anew = next.entries() == 1;
            if (!(anew ? beginsBehindEntry(next) : goesOn(next))) {
                complaints.accept(Fault.HEAD_DIGEST.at(
                        raw.at(),
                        "head " + next.number() + " of strand " + name + " covers " + next.entries()
                                + " entries; here stand " + (anew || head == null ? since : entries) + ", "
                                + since + " of them since the head before"));
            }
            long fresh = anew ? Math.min(1, since) : head == null ? 0 : since;
            covered += fresh;
            before += since - fresh;
        } else {
            before += since;
        }
    }

    private boolean beginsBehindEntry(StrandHead next) {
        boolean deleted = entry.isEmpty() && cut;
        return deleted || next.digest().equals(Strand.after(Strand.START, entry));
    }

    /** What is in front of the first head whose signature counts is not known, if it is not the very first. */
    private boolean goesOn(StrandHead next) {
        return head == null
                ? cut || number > 0
                : next.entries() == entries && next.digest().equals(digest);
    }

    /** Whether it is the next one. The first that is there may be any, where those before it may have been deleted. */
    private boolean follows(Raw raw, StrandHead next) {
        boolean first = number == 0 && cut;
        boolean fits = next.number() == number + 1
                && (hash == null
                        ? number > 0 || next.previous().equals(Strand.START)
                        : next.previous().equals(hash));
        if (!first && !fits) {
            complaints.accept(Fault.HEAD_NUMBER.at(raw.at(), order(next)));
        }
        return first || fits;
    }

    private String order(StrandHead next) {
        return "head " + next.number() + " of strand " + name + " follows on head " + number;
    }

    /** What its heads cover. */
    Covered covered(boolean checked) {
        return new Covered(
                checked,
                heads,
                covered,
                head == null ? since + before : before,
                head == null ? 0 : since,
                head == null ? List.of() : List.of(head),
                0,
                0);
    }
}
