package dev.interlock.server.wire;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Ending;
import dev.interlock.core.run.Hold;
import dev.interlock.core.run.KnownOperation;
import dev.interlock.core.run.RunState;
import dev.interlock.policy.contract.Hiding;
import dev.interlock.schemas.BlockedCall;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.GuardReading;
import dev.interlock.schemas.HeldCall;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.LastGood;
import dev.interlock.schemas.OpenCall;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationSummary;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.schemas.RecordCodec;
import java.util.Optional;

/** Writes outcomes: the core's decision with the value, error text and last good value it was taken on. */
public final class OutcomeWriter {
    static final RecordCodec<Outcome> CODEC = RecordCodec.of(Outcome.class);
    /** The most an answer may take in the side store with its value, in bytes; larger ones are stored without. */
    private static final int STORED_BYTES = 1024;

    private static final int MESSAGE_LENGTH = 1000;

    private OutcomeWriter() {}

    /**
     * The record of an outcome.
     *
     * @param outcome what was decided
     * @param frame its surroundings
     * @param kept what is kept of the run beside its state
     * @param held the held call's arguments as a person may see them, where they are to be shown
     */
    public static Outcome record(
            dev.interlock.core.run.Outcome outcome, RunFrame frame, RunKeepings kept, Optional<Json> held) {
        OutcomeBuilder builder = OutcomeBuilder.builder()
                .type(outcome.type().code())
                .runId(frame.runId())
                .proposalId(outcome.proposalId().orElse(null))
                .seq(outcome.seq())
                .status(outcome.status()
                        .map(Symbols::code)
                        .or(() -> outcome.resultStatus().map(Symbols::code))
                        .orElse(null))
                .reason(outcome.reason().map(Reason::code).orElse(null))
                .guard(outcome.guard()
                        .map(read -> guard(read, frame.policyHash()))
                        .orElse(null))
                .error(error(outcome, frame))
                .validatedRevision(outcome.revision())
                .operations(outcome.operations().stream()
                        .map(known -> operation(known, receipt(known, outcome, kept)))
                        .toList())
                .inFlight(outcome.inFlight().stream().map(OutcomeWriter::open).toList())
                .allowedNextActions(
                        outcome.nextActions().stream().map(NextAction::code).toList())
                .retryAfterMs(
                        outcome.retryAfterMs().isPresent()
                                ? outcome.retryAfterMs().getAsLong()
                                : null)
                .blockedCall(outcome.blocked().map(OutcomeWriter::blocked).orElse(null))
                .lastGood(outcome.lastGood()
                        .map(good -> lastGood(good, kept.lastGood()))
                        .orElse(null))
                .resumedFrom(outcome.resumedFrom().orElse(null))
                .policyHash(frame.policyHash())
                .hold(outcome.hold().map(hold -> hold(hold, held)).orElse(null))
                .activation(Activations.part(outcome.activation()))
                .atMs(outcome.atMs());
        counters(builder, outcome, frame);
        value(builder, outcome, frame, kept.lastGood());
        return builder.build();
    }

    /** The outcome as written to its topic. */
    public static Outgoing outgoing(Outcome outcome, Format format) {
        return Outgoing.of(Destination.OUTCOMES, outcome.runId(), CODEC.encode(outcome, format), "outcome");
    }

    /** The outcome as the side store keeps it: a large value stays where it was reported. */
    static Outcome forStore(Outcome outcome) {
        if (outcome.hold() != null) {
            return OutcomeBuilder.builder(outcome)
                    .hold(withoutArgs(outcome.hold()))
                    .build();
        }
        boolean small = outcome.value() == null
                || outcome.valueRef() == null
                || CODEC.encode(outcome, Format.JSON).length <= STORED_BYTES;
        return small
                ? outcome
                : OutcomeBuilder.builder(outcome)
                        .value(null)
                        .valueTruncated(true)
                        .build();
    }

    private static void counters(OutcomeBuilder builder, dev.interlock.core.run.Outcome outcome, RunFrame frame) {
        var budgets = outcome.budgets();
        long lasts = frame.after().map(RunState::wallClockMs).orElse(0L);
        builder.used(new Counters(
                budgets.turns().used(),
                budgets.calls().used(),
                budgets.modelCalls().used(),
                budgets.retries().used(),
                budgets.handoffs().used(),
                budgets.denials().used(),
                budgets.cost().used(),
                Math.max(0, lasts - outcome.wallClockLeftMs())));
        builder.remaining(new Counters(
                budgets.turns().remaining(),
                budgets.calls().remaining(),
                budgets.modelCalls().remaining(),
                budgets.retries().remaining(),
                budgets.handoffs().remaining(),
                budgets.denials().remaining(),
                budgets.cost().remaining(),
                outcome.wallClockLeftMs()));
    }

    private static void value(
            OutcomeBuilder builder,
            dev.interlock.core.run.Outcome outcome,
            RunFrame frame,
            Optional<OperationResult> lastGood) {
        Optional<OperationResult> source = switch (outcome.value()) {
            case NONE -> Optional.empty();
            case INPUT -> frame.result();
            case LAST_GOOD -> lastGood;
        };
        // The last good value stands in the outcome once, as such.
        boolean shown = outcome.value() == dev.interlock.core.run.Outcome.ValueSource.INPUT;
        source.ifPresent(result -> builder.value(shown ? result.value() : null)
                .valueDigest(result.valueDigest())
                .valueTruncated(result.valueTruncated())
                .valueRef(result.valueRef()));
    }

    private static CallError error(dev.interlock.core.run.Outcome outcome, RunFrame frame) {
        if (outcome.fault().isPresent()) {
            return fault(outcome.fault().get());
        }
        return outcome.error().map(error -> error(error, frame.result())).orElse(null);
    }

    private static CallError fault(Fault fault) {
        String message = fault.field() + ": " + fault.rule() + ", was " + fault.value();
        return new CallError("invalid", fault.reason().code(), message, fault.field(), fault.rule(), fault.value());
    }

    /** The core's class and code with the text the worker gave, when it is the worker's error. */
    private static CallError error(ToolError error, Optional<OperationResult> result) {
        Optional<CallError> reported =
                result.map(OperationResult::error).filter(found -> error.code().equals(found.code()));
        return new CallError(
                Symbols.code(error.kind()),
                error.code(),
                reported.map(CallError::message).map(OutcomeWriter::shortened).orElse(null),
                reported.map(CallError::field).orElse(null),
                reported.map(CallError::rule).orElse(null),
                reported.map(CallError::value).orElse(null));
    }

    private static String shortened(String message) {
        return message.codePointCount(0, message.length()) <= MESSAGE_LENGTH
                ? message
                : message.substring(0, message.offsetByCodePoints(0, MESSAGE_LENGTH)) + "…";
    }

    static GuardReading guard(dev.interlock.core.outcome.GuardReading read, String policyHash) {
        return new GuardReading(read.name(), read.limit(), read.observed(), policyHash);
    }

    private static LastGood lastGood(dev.interlock.core.run.LastGood good, Optional<OperationResult> kept) {
        return new LastGood(
                good.proposalId(),
                good.tool(),
                kept.map(OperationResult::value).orElse(null),
                kept.map(OperationResult::valueDigest).orElse(good.valueDigest()),
                kept.map(OperationResult::valueTruncated).orElse(false),
                good.operationId().orElse(null),
                kept.map(OperationResult::evidence).map(Evidence::revision).orElse(null),
                kept.map(OperationResult::evidence)
                        .map(Evidence::receipt)
                        .map(Hiding::of)
                        .orElse(null),
                good.runId().orElse(null));
    }

    private static HoldNotice hold(Hold hold, Optional<Json> held) {
        Call call = hold.call();
        HeldCall shown = new HeldCall(
                hold.proposal().proposalId(),
                hold.proposal().agentId(),
                call.tool(),
                call.kind().code(),
                call.operationId().orElse(null),
                held.orElse(null));
        return new HoldNotice(hold.holdId(), call.digest(), hold.expiresAtMs(), shown);
    }

    private static HoldNotice withoutArgs(HoldNotice hold) {
        HeldCall call = hold.call();
        HeldCall bare =
                new HeldCall(call.proposalId(), call.agentId(), call.tool(), call.kind(), call.operationId(), null);
        return new HoldNotice(hold.holdId(), hold.digest(), hold.expiresAtMs(), bare);
    }

    private static BlockedCall blocked(Ending.Blocked blocked) {
        var call = blocked.call();
        return new BlockedCall(
                blocked.proposalId(),
                call.map(c -> c.tool()).orElse(null),
                call.map(c -> c.kind().code()).orElse(null),
                call.map(c -> c.fingerprint()).orElse(null),
                call.flatMap(c -> c.operationId()).orElse(null),
                blocked.inherited());
    }

    /** Only the end of a run shows receipts: whoever goes on from there needs them, and answers stay small. */
    private static Optional<Json> receipt(
            KnownOperation known, dev.interlock.core.run.Outcome outcome, RunKeepings kept) {
        boolean ends = outcome.type() == dev.interlock.core.run.Outcome.Type.TERMINAL;
        return ends ? kept.receipts().apply(known.operationId()) : Optional.empty();
    }

    private static OperationSummary operation(KnownOperation known, Optional<Json> receipt) {
        KnownOperation.State state = known.state();
        boolean settled = state == KnownOperation.State.COMMITTED || state == KnownOperation.State.NOT_COMMITTED;
        return new OperationSummary(
                known.operationId(),
                known.tool(),
                state.code(),
                known.epoch(),
                settled,
                receipt.map(Hiding::of).orElse(null));
    }

    private static OpenCall open(dev.interlock.core.run.OpenCall call) {
        boolean asked = call.state() == dev.interlock.core.run.OpenCall.Standing.REQUESTED;
        return new OpenCall(
                asked ? null : call.dispatchId(),
                asked ? call.id() : null,
                call.proposalId(),
                call.call().tool(),
                call.call().operationId().orElse(null),
                call.attempt(),
                call.inherited());
    }
}
