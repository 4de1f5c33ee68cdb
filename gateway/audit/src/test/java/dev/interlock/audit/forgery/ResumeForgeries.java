package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.OVERDRAWN;
import static dev.interlock.audit.witness.Fault.RESET;
import static dev.interlock.audit.witness.Fault.RESUMED_OPEN;
import static dev.interlock.audit.witness.Fault.RESUMED_TWICE;
import static dev.interlock.audit.witness.Fault.TOLD_OTHERWISE;
import static dev.interlock.audit.witness.Fault.UNBALANCED;
import static dev.interlock.audit.witness.Fault.UNRESUMED;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.CarryOver;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.CountersBuilder;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is done to a run that goes on from an ended one, and to what was granted it. */
final class ResumeForgeries {
    private static final Map<String, UnaryOperator<Counters>> FORGOTTEN = new TreeMap<>(Map.of(
            "turns", of -> CountersBuilder.builder(of).turns(0).build(),
            "calls", of -> CountersBuilder.builder(of).calls(0).build()));

    private ResumeForgeries() {}

    static Stream<Forgery> all() {
        Stream<Forgery> forgotten = FORGOTTEN.entrySet().stream()
                .map(one -> Forgery.of(
                        "a resumed run has forgotten its " + one.getKey(),
                        it -> change(it, told -> told.used(one.getValue().apply(told.used()))),
                        RESET,
                        TOLD_OTHERWISE));
        return Stream.concat(
                forgotten,
                Stream.of(
                        Forgery.of(
                                "a run goes on from one that has not ended",
                                it -> change(it, told -> told.resumedFrom(RecordedLife.OPEN)),
                                RESUMED_OPEN),
                        Forgery.of("two runs go on from one", ResumeForgeries::claim, RESUMED_TWICE, TOLD_OTHERWISE),
                        Forgery.of(
                                "a run hands over to two",
                                it -> handOver(it, RecordedLife.RESUMED, RecordedLife.RESUMED + "~2"),
                                RESUMED_TWICE),
                        Forgery.of(
                                "a run hands over before its end",
                                it -> handOver(it, RecordedLife.OPEN, RecordedLife.OPEN + "~1"),
                                RESUMED_OPEN),
                        Forgery.of("a run goes on that nobody resumed", ResumeForgeries::goOn, UNRESUMED),
                        Forgery.of("nothing was granted", ResumeForgeries::refuse, OVERDRAWN, UNBALANCED)));
    }

    private static void change(Forger it, UnaryOperator<OutcomeBuilder> change) {
        Seen<Outcome> told = of(it, RecordedLife.NEXT);
        it.change(told, change.apply(OutcomeBuilder.builder(told.record())).build());
    }

    /** Another run says that it goes on from the one that was resumed. */
    private static void claim(Forger it) {
        Seen<Outcome> told = of(it, RecordedLife.OPEN);
        Outcome claims = OutcomeBuilder.builder(told.record())
                .resumedFrom(RecordedLife.RESUMED)
                .used(of(it, RecordedLife.NEXT).record().used())
                .remaining(of(it, RecordedLife.NEXT).record().remaining())
                .build();
        it.change(told, claims);
    }

    /** The last entry of a run lets another begin, which takes that up. */
    private static void handOver(Forger it, String from, String to) {
        Seen<StageAnswer> like = it.recording().answers().stream()
                .filter(seen -> seen.record().carryOver() != null)
                .findFirst()
                .orElseThrow();
        CarryOver carryOver = like.record().carryOver();
        StageAnswer begins = StageAnswerBuilder.builder(like.record())
                .runId(to)
                .carryOver(new CarryOver(from, "forged", carryOver.change(), carryOver.state()))
                .build();
        Seen<JournalEntry> last = DispatchForgeries.last(it, from);
        Raw told = it.write(last, like.at().topic(), like.at().partition(), to, Forger.bytes(begins));
        it.enter(it.chain(Keys.runChain(from)).getFirst(), Keys.runChain(to), told, entry -> entry);
    }

    private static void goOn(Forger it) {
        Seen<Dispatch> like = it.recording().executes().stream()
                .filter(seen -> RecordedLife.OPEN.equals(seen.record().runId()))
                .findFirst()
                .orElseThrow();
        DispatchForgeries.dispatch(
                it,
                DispatchForgeries.last(it, RecordedLife.OPEN),
                like,
                dispatch -> dispatch.dispatchId("forged").epoch(9).runId(RecordedLife.OPEN + "~1"));
    }

    private static void refuse(Forger it) {
        Seen<JournalEntry> raised = it.chain(Keys.runChain(RecordedLife.NEXT)).stream()
                .filter(entry -> entry.record().decision().equals("raised"))
                .findFirst()
                .orElseThrow();
        it.change(
                raised,
                JournalEntryBuilder.builder(raised.record()).decision("ignored").build());
    }

    /** The first result that was told in a run. */
    private static Seen<Outcome> of(Forger it, String runId) {
        return it.recording().outcomes().stream()
                .filter(seen -> runId.equals(seen.record().runId()))
                .filter(seen -> "result".equals(seen.record().type()))
                .findFirst()
                .orElseThrow();
    }
}
