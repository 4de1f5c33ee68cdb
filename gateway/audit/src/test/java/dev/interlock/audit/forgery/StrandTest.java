package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.HEADLESS;
import static dev.interlock.audit.witness.Fault.HEAD_CUT;
import static dev.interlock.audit.witness.Fault.HEAD_DIGEST;
import static dev.interlock.audit.witness.Fault.HEAD_NUMBER;
import static dev.interlock.audit.witness.Fault.HEAD_OTHER;
import static dev.interlock.audit.witness.Fault.HEAD_PLACE;
import static dev.interlock.audit.witness.Fault.HEAD_SIGNATURE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.PublicKeys;
import dev.interlock.audit.witness.Signatures;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.StrandHeadBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is cut off, taken out, exchanged or forged in a journal is seen by its signed heads. */
class StrandTest {
    /** What only signed heads show. */
    static final Set<Fault> OF_HEADS =
            EnumSet.of(HEAD_PLACE, HEAD_SIGNATURE, HEAD_NUMBER, HEAD_DIGEST, HEAD_CUT, HEAD_OTHER, HEADLESS);

    private static final SignedJournal.Key KEY = SignedJournal.Key.of("k-1");
    private static final SignedJournal.Key OTHER = SignedJournal.Key.of("k-2");
    private static final String JOURNAL = RecordedLife.TOPICS.journal();

    private static List<Raw> life;
    private static List<Raw> unsigned;
    private static List<Raw> signed;

    @TempDir
    Path scratch;

    private record Attack(String what, Set<Fault> faults, UnaryOperator<List<Raw>> deed) {
        static Attack of(String what, UnaryOperator<List<Raw>> deed, Fault... faults) {
            return new Attack(what, Set.of(faults), deed);
        }

        @Override
        public String toString() {
            return what;
        }
    }

    @BeforeAll
    static void signTheLife(@TempDir Path directory) throws Exception {
        life = RecordedLife.read(directory).recording().all();
        unsigned = life.stream().filter(StrandTest::isOfJournal).toList();
        signed = SignedJournal.of(unsigned, KEY);
    }

    static Stream<Attack> attacks() {
        return Stream.of(
                Attack.of("an entry in the middle is gone", it -> without(it, covered(it, 3)), HEAD_DIGEST),
                Attack.of("an entry says something else", it -> altered(it, covered(it, 5)), HEAD_DIGEST),
                Attack.of("the entry at the beginning says something else", StrandTest::firstAltered, HEAD_DIGEST),
                Attack.of("two entries are exchanged", StrandTest::exchanged, HEAD_DIGEST),
                Attack.of("the entries in front of the last head are gone", StrandTest::tailInFront, HEAD_DIGEST),
                Attack.of("a whole chain is gone", StrandTest::chainGone, HEAD_DIGEST),
                Attack.of("an entry is there twice", StrandTest::doubled, HEAD_DIGEST),
                Attack.of("a head in the middle is gone", it -> without(it, middleHead(it)), HEAD_NUMBER),
                Attack.of("a head is there twice", StrandTest::headAgain, HEAD_NUMBER),
                Attack.of("a head says something else", StrandTest::headAltered, HEAD_SIGNATURE),
                Attack.of(
                        "all is written anew and signed with another key under its id",
                        it -> SignedJournal.of(unsigned, new SignedJournal.Key(KEY.id(), OTHER.pair())),
                        HEAD_SIGNATURE),
                Attack.of("a head stands in another partition", StrandTest::moved, HEAD_PLACE, HEAD_NUMBER),
                Attack.of("the end of a partition is cut off, heads as well", StrandTest::partitionCut, HEAD_CUT),
                Attack.of(
                        "all heads are gone",
                        it -> it.stream().filter(raw -> !isHead(raw)).toList(),
                        HEADLESS));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void attack_isSeen(Attack attack) {
        Findings findings = judge(attack.deed().apply(signed), keys(KEY));
        assertThat(ofHeads(findings)).isEqualTo(attack.faults());
        assertThat(findings.complaints())
                .allSatisfy(found -> assertThat(found.coordinates()).matches("\\S+-\\d+@\\d+"));
    }

    @Test
    void signedJournal_isClean_andAllOfItIsCoveredButTheEnds() {
        List<Raw> all = new ArrayList<>(life);
        all.removeAll(unsigned);
        all.addAll(signed);
        Findings findings = judge(all, keys(KEY));
        assertThat(findings.complaints()).isEmpty();
        assertThat(findings.covered().checked()).isTrue();
        assertThat(findings.covered().before()).isZero();
        assertThat(findings.covered().behind()).isPositive();
        assertThat(findings.covered().entries() + findings.covered().behind()).isEqualTo(findings.entries());
        assertThat(findings.covered().heads())
                .isEqualTo(signed.stream().filter(StrandTest::isHead).count());
    }

    @Test
    void withoutAKey_signaturesAreNotLookedAt_andEntriesAre() {
        assertThat(ofHeads(judge(signed, Signatures.NONE))).isEmpty();
        assertThat(ofHeads(judge(without(signed, covered(signed, 3)), Signatures.NONE)))
                .containsExactly(HEAD_DIGEST);
        Findings none = judge(unsigned, Signatures.NONE);
        assertThat(ofHeads(none)).isEmpty();
        assertThat(none.covered().before()).isEqualTo(none.entries());
    }

    @Test
    void whereAllIsCutOffAtOneTime_onlyANotedHeadShowsIt() {
        List<Raw> cut = cutAll(signed);
        assertThat(ofHeads(judge(cut, keys(KEY)))).isEmpty();
        List<StrandHead> noted = judge(signed, keys(KEY)).covered().last();
        assertThat(ofHeads(judge(cut, new Signatures(keys(KEY).keys(), noted)))).containsExactly(HEAD_CUT);
        assertThat(ofHeads(judge(signed, new Signatures(keys(KEY).keys(), noted))))
                .isEmpty();
    }

    @Test
    void whoHoldsTheKey_canWriteAllAnew_andIsFoundOutByANotedHead() {
        List<StrandHead> noted = judge(signed, keys(KEY)).covered().last();
        List<Raw> anew = SignedJournal.of(altered(unsigned, covered(unsigned, 5)), KEY);
        assertThat(ofHeads(judge(anew, keys(KEY)))).isEmpty();
        assertThat(ofHeads(judge(anew, new Signatures(keys(KEY).keys(), noted))))
                .containsExactly(HEAD_OTHER);
    }

    @Test
    void whatRetentionDeleted_isNoViolation_whereverItsEndIs() {
        long longest = signed.stream()
                .filter(StrandTest::isOfJournal)
                .mapToLong(raw -> raw.at().offset())
                .max()
                .orElseThrow();
        for (long from = 1; from < longest; from += 1 + longest / 9) {
            long beginning = from;
            Findings findings = judge(
                    new CutSource(
                            new MemorySource(RecordedLife.TOPICS, signed),
                            slice -> slice.topic().equals(JOURNAL)
                                    ? CutSource.from(slice, Math.min(beginning, slice.end()))
                                    : slice),
                    keys(KEY));
            assertThat(ofHeads(findings)).as("from " + from).isEmpty();
        }
    }

    @Test
    void aTimeInWhichNothingWasSigned_isTold_andNoViolation() {
        int count = SignedJournal.journal(unsigned, JOURNAL).size();
        Findings findings = judge(
                SignedJournal.of(unsigned, KEY, i -> i > count / 6 && (i < count / 3 || i > count / 2)), keys(KEY));
        assertThat(ofHeads(findings)).isEmpty();
        assertThat(findings.covered().before()).isBetween((long) count / 4, (long) count / 2);
    }

    @Test
    void anotherKeyLater_countsIfItIsGiven() {
        List<Raw> others = SignedJournal.of(unsigned, OTHER);
        Signatures both = new Signatures(OTHER.and(KEY.and(PublicKeys.NONE)), List.of());
        assertThat(ofHeads(judge(others, both))).isEmpty();
        assertThat(ofHeads(judge(signed, both))).isEmpty();
        Findings unknown = judge(others, keys(KEY));
        assertThat(ofHeads(unknown)).containsExactly(HEAD_SIGNATURE);
        assertThat(unknown.complaints().toString()).contains("no public key was given for its key id k-2");
    }

    @Test
    void everyFaultOfHeads_isSeen() {
        assertThat(Stream.concat(attacks().flatMap(attack -> attack.faults().stream()), Stream.of(HEAD_OTHER))
                        .collect(Collectors.toSet()))
                .isEqualTo(OF_HEADS);
    }

    private static Signatures keys(SignedJournal.Key key) {
        return new Signatures(key.and(PublicKeys.NONE), List.of());
    }

    private Findings judge(List<Raw> all, Signatures signatures) {
        return judge(new MemorySource(RecordedLife.TOPICS, all), signatures);
    }

    private Findings judge(Source source, Signatures signatures) {
        try (source) {
            return Verifier.judge(source, scratch, new Verifier.Options(true, 2, 10_000, more -> {}).with(signatures));
        }
    }

    private static Set<Fault> ofHeads(Findings findings) {
        return findings.complaints().stream()
                .map(Complaint::fault)
                .filter(OF_HEADS::contains)
                .collect(Collectors.toSet());
    }

    private static boolean isOfJournal(Raw raw) {
        return raw.at().topic().equals(JOURNAL);
    }

    private static boolean isHead(Raw raw) {
        return isOfJournal(raw) && Keys.isStrand(raw.keyText());
    }

    private static StrandHead head(Raw raw) {
        return RecordCodec.of(StrandHead.class).decode(raw.value()).record();
    }

    /** An entry of a run that has one before it in its strand, and heads behind it. */
    private static Raw covered(List<Raw> all, int number) {
        return entries(all, RecordedLife.OPEN).get(number);
    }

    private static List<Raw> entries(List<Raw> all, String run) {
        return SignedJournal.journal(all, JOURNAL).stream()
                .filter(raw -> raw.keyText().equals(Keys.runChain(run)))
                .toList();
    }

    private static List<Raw> without(List<Raw> all, Raw... gone) {
        return all.stream().filter(raw -> !Arrays.asList(gone).contains(raw)).toList();
    }

    private static List<Raw> replaced(List<Raw> all, Raw before, Raw after) {
        return all.stream().map(raw -> raw == before ? after : raw).toList();
    }

    private static List<Raw> altered(List<Raw> all, Raw entry) {
        String text = new String(entry.value(), StandardCharsets.UTF_8);
        String other = text.replaceFirst("\"offset\":(\\d+)", "\"offset\":9$1");
        return replaced(all, entry, entry.with(entry.at(), other.getBytes(StandardCharsets.UTF_8)));
    }

    /** The one directly behind which the first head stands. */
    private static List<Raw> firstAltered(List<Raw> all) {
        Raw head = heads(all).filter(raw -> head(raw).number() == 1).findFirst().orElseThrow();
        return altered(all, at(all, head.at().partition(), head.at().offset() - 1));
    }

    private static List<Raw> exchanged(List<Raw> all) {
        Raw one = covered(all, 2);
        Raw other = covered(all, 3);
        return replaced(
                replaced(all, one, one.with(one.at(), other.value())), other, other.with(other.at(), one.value()));
    }

    /** What the last head of a strand covers, and the one before it does not. */
    private static List<Raw> tailInFront(List<Raw> all) {
        Raw last = lastHead(all);
        long before = heads(all)
                .filter(raw -> raw.keyText().equals(last.keyText())
                        && raw.at().partition() == last.at().partition()
                        && head(raw).number() == head(last).number() - 1)
                .mapToLong(raw -> raw.at().offset())
                .findFirst()
                .orElseThrow();
        return all.stream()
                .filter(raw -> !(isOfJournal(raw)
                        && !isHead(raw)
                        && raw.at().partition() == last.at().partition()
                        && raw.at().offset() > before))
                .toList();
    }

    private static List<Raw> chainGone(List<Raw> all) {
        List<Raw> chain = entries(all, RecordedLife.RESUMED);
        return all.stream().filter(raw -> !chain.contains(raw)).toList();
    }

    /** At the offset of the record behind it, which goes one further, as all behind that do. */
    private static List<Raw> doubled(List<Raw> all) {
        Raw entry = covered(all, 2);
        List<Raw> more = new ArrayList<>();
        for (Raw raw : all) {
            boolean behind = isOfJournal(raw)
                    && raw.at().partition() == entry.at().partition()
                    && raw.at().offset() > entry.at().offset();
            more.add(behind ? raw.with(shifted(raw.at()), raw.value()) : raw);
        }
        more.add(entry.with(shifted(entry.at()), entry.value()));
        return more;
    }

    private static Position shifted(Position at) {
        return new Position(at.topic(), at.partition(), at.offset() + 1);
    }

    private static Stream<Raw> heads(List<Raw> all) {
        return SignedJournal.journal(all, JOURNAL).stream().filter(StrandTest::isHead);
    }

    private static Raw middleHead(List<Raw> all) {
        return heads(all).filter(raw -> head(raw).number() == 2).findFirst().orElseThrow();
    }

    private static Raw lastHead(List<Raw> all) {
        return heads(all)
                .filter(raw -> head(raw).number() > 2)
                .max(Comparator.comparing(Raw::timestampMs))
                .orElseThrow();
    }

    private static List<Raw> headAgain(List<Raw> all) {
        Raw head = middleHead(all);
        List<Raw> more = new ArrayList<>(all);
        Position end = new Position(JOURNAL, head.at().partition(), 1_000_000);
        more.add(head.with(end, head.value()));
        return more;
    }

    private static List<Raw> headAltered(List<Raw> all) {
        Raw head = middleHead(all);
        StrandHead other = StrandHeadBuilder.builder(head(head))
                .entries(head(head).entries() + 1)
                .build();
        return replaced(all, head, head.with(head.at(), SignedJournal.bytes(other)));
    }

    private static List<Raw> moved(List<Raw> all) {
        Raw head = middleHead(all);
        int other = (head.at().partition() + 1) % RecordedLife.PARTITIONS;
        return replaced(all, head, head.with(new Position(JOURNAL, other, 1_000_000), head.value()));
    }

    /** From in front of the latest head that one in another partition knows of. */
    private static List<Raw> partitionCut(List<Raw> all) {
        List<StrandHead> heads = heads(all).map(StrandTest::head).toList();
        Raw last = heads(all)
                .filter(raw -> heads.stream().anyMatch(other -> knows(other, head(raw))))
                .reduce((before, after) -> after)
                .orElseThrow();
        return all.stream()
                .filter(raw -> !(isOfJournal(raw)
                        && raw.at().partition() == last.at().partition()
                        && raw.at().offset() >= last.at().offset() - 1))
                .toList();
    }

    private static boolean knows(StrandHead head, StrandHead other) {
        return head.stage().equals(other.stage())
                && head.task() == other.task()
                && head.partition() != other.partition()
                && head.numbers().get(other.partition()) >= other.number();
    }

    /** All that was written in the second half of the time. */
    private static List<Raw> cutAll(List<Raw> all) {
        List<Long> times = all.stream().map(Raw::timestampMs).sorted().toList();
        long half = times.get(times.size() / 2);
        return all.stream().filter(raw -> raw.timestampMs() < half).toList();
    }

    private static Raw at(List<Raw> all, int partition, long offset) {
        return IntStream.range(0, all.size())
                .mapToObj(all::get)
                .filter(raw -> isOfJournal(raw)
                        && raw.at().partition() == partition
                        && raw.at().offset() == offset)
                .findFirst()
                .orElseThrow();
    }
}
