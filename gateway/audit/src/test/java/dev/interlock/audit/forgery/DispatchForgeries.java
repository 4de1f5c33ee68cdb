package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.DISPATCHED_AFTER_END;
import static dev.interlock.audit.witness.Fault.DISPATCHED_AFTER_STOP;
import static dev.interlock.audit.witness.Fault.DISPATCHED_AGAIN;
import static dev.interlock.audit.witness.Fault.EPOCH;
import static dev.interlock.audit.witness.Fault.OTHER_CALL;
import static dev.interlock.audit.witness.Fault.REPEATED;
import static dev.interlock.audit.witness.Fault.TOO_MANY_CALLS;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.DispatchBuilder;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import dev.interlock.schemas.StopMarker;
import dev.interlock.schemas.Symbols.DispatchType;
import dev.interlock.schemas.Symbols.Kind;
import dev.interlock.schemas.Symbols.MarkerType;
import dev.interlock.schemas.Symbols.ScopeKind;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Permissions to execute that must not be there, each written by an entry as it should be. */
final class DispatchForgeries {
    private static final UnaryOperator<DispatchBuilder> OTHER = dispatch -> dispatch.dispatchId("forged");

    private DispatchForgeries() {}

    static Stream<Forgery> all() {
        return Stream.concat(ofRuns(), ofStops());
    }

    private static Stream<Forgery> ofRuns() {
        return Stream.of(
                Forgery.of(
                        "an operation is dispatched again in its epoch",
                        it -> dispatch(it, last(it, RecordedLife.OPEN), write(it), OTHER),
                        EPOCH),
                Forgery.of(
                        "an operation is dispatched in the next epoch",
                        it -> dispatch(
                                it,
                                last(it, RecordedLife.OPEN),
                                write(it),
                                dispatch -> OTHER.apply(dispatch).epoch(2))),
                Forgery.of(
                        "an operation is dispatched in the next epoch, as another call",
                        it -> dispatch(
                                it,
                                last(it, RecordedLife.OPEN),
                                write(it),
                                dispatch -> OTHER.apply(dispatch).epoch(2).fingerprint("other")),
                        OTHER_CALL),
                Forgery.of(
                        "an operation is dispatched again that is committed",
                        it -> dispatch(
                                it,
                                operation(it),
                                write(it),
                                dispatch -> OTHER.apply(dispatch).epoch(2)),
                        REPEATED),
                Forgery.of(
                        "a dispatch is there again",
                        it -> dispatch(it, last(it, RecordedLife.OPEN), read(it), dispatch -> dispatch),
                        DISPATCHED_AGAIN),
                Forgery.of("more calls are dispatched than a run may have", DispatchForgeries::spend, TOO_MANY_CALLS),
                Forgery.of(
                        "a read is dispatched by the entry that ends its run",
                        it -> dispatch(it, last(it, ended(it)), read(it), to(ended(it))),
                        DISPATCHED_AFTER_END),
                Forgery.of(
                        "a read is dispatched after the end of its run",
                        DispatchForgeries::readAfterEnd,
                        DISPATCHED_AFTER_END),
                Forgery.of(
                        "a write is dispatched that its run heard of after its end",
                        it -> writeAfterEnd(it, true),
                        DISPATCHED_AFTER_END),
                Forgery.of(
                        "a write is dispatched that its run never heard of",
                        it -> writeAfterEnd(it, false),
                        DISPATCHED_AFTER_END));
    }

    private static Stream<Forgery> ofStops() {
        return Stream.of(
                stopped("everything", ScopeKind.ALL, null, Kind.READ, DISPATCHED_AFTER_STOP),
                stopped("its run", ScopeKind.RUN, RecordedLife.OPEN, Kind.READ, DISPATCHED_AFTER_STOP),
                stopped("its agent", ScopeKind.AGENT, "agent", Kind.READ, DISPATCHED_AFTER_STOP),
                stopped("its tool", ScopeKind.TOOL, "look", Kind.READ, DISPATCHED_AFTER_STOP),
                stopped("all models", ScopeKind.MODEL, null, Kind.MODEL, DISPATCHED_AFTER_STOP),
                stopped("its model", ScopeKind.MODEL, "look", Kind.MODEL, DISPATCHED_AFTER_STOP),
                stopped("another run", ScopeKind.RUN, "other", Kind.READ),
                stopped("another agent", ScopeKind.AGENT, "other", Kind.READ),
                stopped("another tool", ScopeKind.TOOL, "other", Kind.READ),
                stopped("models, of a read", ScopeKind.MODEL, null, Kind.READ),
                stopped("another model", ScopeKind.MODEL, "other", Kind.MODEL),
                Forgery.of("a dispatch behind a stop that was lifted", it -> {
                    mark(it, MarkerType.STOP, new Scope(ScopeKind.ALL, null));
                    mark(it, MarkerType.LIFT, new Scope(ScopeKind.ALL, null));
                    dispatch(it, last(it, RecordedLife.OPEN), read(it), OTHER);
                }));
    }

    private static Forgery stopped(String whom, String scope, String id, String kind, Fault... faults) {
        return Forgery.of(
                "a dispatch behind a stop of " + whom,
                it -> {
                    mark(it, MarkerType.STOP, new Scope(scope, id));
                    dispatch(
                            it,
                            last(it, RecordedLife.OPEN),
                            read(it),
                            dispatch -> OTHER.apply(dispatch).kind(kind));
                },
                faults);
    }

    private static void mark(Forger it, String type, Scope scope) {
        mark(it, read(it).raw(), type, scope);
    }

    /** Puts a marker at the end of the partition of a record. */
    static void mark(Forger it, Raw like, String type, Scope scope) {
        Dispatch marker = DispatchBuilder.builder()
                .type(DispatchType.MARKER)
                .dispatchId(type)
                .stop(new StopMarker("stop", type, scope))
                .policyHash("")
                .build();
        it.write(last(it, RecordedLife.OPEN), like.at().topic(), like.at().partition(), type, Forger.bytes(marker));
    }

    /** Lets an entry write a dispatch like another, at the end of that one's partition. */
    static void dispatch(Forger it, Seen<JournalEntry> by, Seen<Dispatch> like, UnaryOperator<DispatchBuilder> change) {
        Dispatch dispatch = change.apply(DispatchBuilder.builder(like.record())).build();
        it.write(by, like.at().topic(), like.at().partition(), like.raw().keyText(), Forger.bytes(dispatch));
    }

    private static UnaryOperator<DispatchBuilder> to(String runId) {
        return dispatch -> OTHER.apply(dispatch).runId(runId);
    }

    /** All that is left to a run, and one more. */
    private static void spend(Forger it) {
        Seen<Dispatch> like = read(it);
        Seen<JournalEntry> by = last(it, RecordedLife.OPEN);
        long left = it.recording().outcomes().stream()
                .filter(seen -> RecordedLife.OPEN.equals(seen.record().runId()))
                .mapToLong(seen -> seen.record().remaining().calls())
                .min()
                .orElseThrow();
        for (long call = 0; call <= left; call++) {
            String name = "forged-" + call;
            dispatch(it, by, like, dispatch -> dispatch.dispatchId(name).proposalId(name));
        }
    }

    private static void readAfterEnd(Forger it) {
        String run = ended(it);
        Raw question = it.again(it.recording().on(it.topics().proposals()).stream()
                .filter(raw -> raw.keyText().equals(run))
                .findFirst()
                .orElseThrow());
        Seen<JournalEntry> after = it.enter(last(it, run), Keys.runChain(run), question, entry -> entry);
        dispatch(it, after, read(it), to(run));
    }

    /** A run that has ended requests a write, which is granted; it takes the answer up, or there is none. */
    private static void writeAfterEnd(Forger it, boolean heard) {
        String run = ended(it);
        Raw like = it.recording().on(it.topics().stageRequests()).getFirst();
        Raw request = it.write(last(it, run), like.at().topic(), like.at().partition(), like.keyText(), like.value());
        Seen<JournalEntry> claim = it.enter(last(it, run), Keys.operationChain("forged"), request, entry -> entry);
        if (heard) {
            Seen<StageAnswer> granted = it.recording().answers().getFirst();
            StageAnswer answer = StageAnswerBuilder.builder(granted.record())
                    .runId(run)
                    .requestId("forged")
                    .build();
            Raw told = it.write(claim, granted.at().topic(), granted.at().partition(), run, Forger.bytes(answer));
            it.enter(last(it, run), Keys.runChain(run), told, entry -> entry);
        }
        dispatch(it, claim, write(it), dispatch -> to(run).apply(dispatch).operationId("forged"));
    }

    private static Seen<JournalEntry> operation(Forger it) {
        return it.chain(Keys.operationChain(write(it).record().operationId())).getLast();
    }

    static Seen<JournalEntry> last(Forger it, String runId) {
        return it.chain(Keys.runChain(runId)).getLast();
    }

    private static String ended(Forger it) {
        return it.recording().ends().getFirst().record().runId();
    }

    private static Seen<Dispatch> read(Forger it) {
        return open(it, dispatch -> dispatch.operationId() == null);
    }

    private static Seen<Dispatch> write(Forger it) {
        return open(it, dispatch -> dispatch.operationId() != null);
    }

    private static Seen<Dispatch> open(Forger it, Predicate<Dispatch> wanted) {
        return it.recording().executes().stream()
                .filter(seen -> seen.record().runId().equals(RecordedLife.OPEN) && wanted.test(seen.record()))
                .findFirst()
                .orElseThrow();
    }
}
