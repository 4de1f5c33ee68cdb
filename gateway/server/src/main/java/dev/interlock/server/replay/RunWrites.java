package dev.interlock.server.replay;

import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.Format;
import dev.interlock.server.wire.AdmissionCodec;
import dev.interlock.server.wire.OutcomeWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.RunDispatchWriter;
import dev.interlock.server.wire.RunFrame;
import dev.interlock.server.wire.RunKeepings;
import dev.interlock.server.wire.StageWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a decision about a run writes, as far as the journal tells it. */
final class RunWrites {
    /** Written beside what the core decided: the text of a policy that is new to a task, and what a stop lists. */
    static final Set<String> BESIDE = Set.of("ledger", "containment");

    private static final RunDispatchWriter JSON = new RunDispatchWriter(Format.JSON);
    private static final RunDispatchWriter AVRO = new RunDispatchWriter(Format.AVRO);
    private static final String OUTCOME = "outcome";

    private RunWrites() {}

    static List<Expected> of(RunDecision decision, RunInput input, RunFrame frame) {
        return decision.effects().stream()
                .flatMap(effect -> of(effect, input, frame))
                .toList();
    }

    private static Stream<Expected> of(RunEffect effect, RunInput input, RunFrame frame) {
        return switch (effect) {
            case RunEffect.Execute e -> Stream.of(Expected.untold("execute", frame.runId()));
            case RunEffect.Cancel e -> Stream.of(Expected.ofAny(List.of(JSON.cancel(e, frame), AVRO.cancel(e, frame))));
            case RunEffect.Request e ->
                Stream.of(
                        Expected.untold("request", e.call().call().operationId().orElse("")));
            case RunEffect.AskAdmission e -> Stream.of(Expected.of(AdmissionCodec.ask(e, frame)));
            case RunEffect.Withdraw e ->
                Stream.of(Expected.of(StageWriter.withdraw(
                        e, frame, input instanceof RunInput.Stopped s ? Optional.of(s.stop()) : Optional.empty())));
            case RunEffect.Publish e -> Stream.of(outcome(e.outcome(), frame));
            case RunEffect.RepeatAnswer e -> Stream.of(Expected.untold(OUTCOME, frame.runId()));
            case RunEffect.RepeatTerminal e -> Stream.of(Expected.untold(OUTCOME, frame.runId()));
            case RunEffect.Reject e -> Stream.of(Expected.elsewhere("dead_letter"));
            case RunEffect.BeginSuccessor e ->
                Stream.of(Expected.untold("carry_over", e.carryOver().initial().runId()));
            case RunEffect.Forward e -> Stream.of(Expected.untold("answer", e.successorId()));
            case RunEffect.Arm e -> Stream.empty();
            case RunEffect.Disarm e -> Stream.empty();
            case RunEffect.DropPayload e -> Stream.empty();
            case RunEffect.KeepLastGood e -> Stream.empty();
            case RunEffect.Forget e -> Stream.empty();
        };
    }

    private static Expected outcome(Outcome outcome, RunFrame frame) {
        boolean ends = outcome.type() == Outcome.Type.TERMINAL;
        boolean holdsMore = outcome.value() != Outcome.ValueSource.NONE
                || outcome.error().isPresent()
                || outcome.lastGood().isPresent()
                || outcome.hold().isPresent()
                || (ends && !outcome.operations().isEmpty());
        if (holdsMore) {
            return Expected.untold(OUTCOME, frame.runId());
        }
        return Expected.ofAny(List.of(form(outcome, frame, Format.JSON), form(outcome, frame, Format.AVRO)));
    }

    private static Outgoing form(Outcome outcome, RunFrame frame, Format format) {
        return OutcomeWriter.outgoing(OutcomeWriter.record(outcome, frame, RunKeepings.NONE, Optional.empty()), format);
    }
}
