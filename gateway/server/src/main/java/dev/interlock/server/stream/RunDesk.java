package dev.interlock.server.stream;

import dev.interlock.core.run.Moment;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Format;
import dev.interlock.server.config.Ruling;
import dev.interlock.server.wire.Beginning;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.Deed;
import dev.interlock.server.wire.JournalWriter;
import dev.interlock.server.wire.Payload;
import dev.interlock.server.wire.ProposalMessage;
import dev.interlock.server.wire.RunFacts;
import dev.interlock.server.wire.RunFrame;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Stored;
import dev.interlock.server.wire.StoredAnswer;
import java.util.Optional;

/** Lets the core decide one input of one run, and keeps and writes what follows. */
final class RunDesk {
    private final StageTask task;
    private final RunStores stores;
    private final RunPolicies policies;
    private final DeadManSwitch deadMan;
    private final RunEffects effects;
    private final RunMeasures measures;

    RunDesk(StageTask task, RunStores stores, RunPolicies policies, DeadManSwitch deadMan, RunEffects effects) {
        this.task = task;
        this.stores = stores;
        this.policies = policies;
        this.deadMan = deadMan;
        this.effects = effects;
        this.measures = new RunMeasures(task.meters(), stores.census());
    }

    /** What tells whether dispatching is closed; a desk gives it to each decision. */
    DeadManSwitch deadMan() {
        return deadMan;
    }

    /** Which policies runs are held to; a desk asks it for each decision. */
    RunPolicies policies() {
        return policies;
    }

    RunDecision decide(RunCase input) {
        return decide(input, stores.run(input.runId()));
    }

    /** The same for a run that was looked up already. */
    RunDecision decide(RunCase input, Optional<Stored<RunState>> before) {
        LogIds.begin(input);
        RunDecision decision = settle(input, before);
        LogIds.end(
                Names.DECIDE_RUN,
                decision.verdict().what().code(),
                decision.verdict().reason());
        return decision;
    }

    private RunDecision settle(RunCase input, Optional<Stored<RunState>> before) {
        ChainPosition chain = before.map(Stored::chain).orElse(ChainPosition.START);
        Outbox outbox = task.outbox(input.arrival(), chain);
        Ruling ruling = policies.ruling(before, input.extras());
        Moment moment = new Moment(
                input.runId(),
                ruling.policy(),
                ruling.hash(),
                task.stops().inForce(Concern.of(input, before.map(Stored::state))),
                deadMan.closure(input.arrival()),
                outbox.atMs());
        RunDecision decision = RunDecider.decide(before.map(Stored::state), input.input(), moment);

        if (before.isEmpty() && decision.after().isPresent()) {
            policies.begin(ruling, outbox);
        } else if (before.isPresent() && decision.after().isEmpty()) {
            policies.end(ruling.hash());
        }
        input.extras().proposal().ifPresent(proposal -> keep(input, proposal, decision));
        if (decision.after().isPresent()) {
            keepReceipt(input);
        }
        if (before.isEmpty()) {
            decision.after().ifPresent(begun -> keepPast(begun, input));
        }
        RunFrame frame = new RunFrame(
                input.runId(),
                ruling.document(),
                ruling.hash(),
                chain,
                decision.after(),
                input.extras().carried());
        Format format = format(before, input);
        effects.carryOut(decision.effects(), new RunEffects.Scene(frame, input, format, ruling.contracts()), outbox);
        effects.ask(input, before.map(Stored::state), decision, outbox);
        RunFacts facts = new RunFacts(
                input.input(), moment.stops(), moment.closure(), input.extras().told());
        journal(input, facts, decision, new Kept(frame, format), outbox);
        measures.take(input, before.map(Stored::state), decision, ruling, outbox.atMs());
        return decision;
    }

    /** Keeps the receipt that comes with an answer: whoever goes on after the run's end needs to see what it rests on. */
    private void keepReceipt(RunCase input) {
        if (input.input() instanceof RunInput.Answered answered) {
            input.extras()
                    .carried()
                    .map(carried -> carried.result().evidence())
                    .map(Evidence::receipt)
                    .ifPresent(receipt ->
                            stores.putReceipt(input.runId(), answered.answer().operationId(), receipt));
        }
    }

    /** A run that goes on shows what the ended one reached, also when a stop on the way ends it at once. */
    private void keepPast(RunState begun, RunCase input) {
        input.extras().beginning().map(Beginning::kept).ifPresent(past -> {
            past.lastGood().ifPresent(result -> stores.putLastGood(begun.runId(), result));
            begun.operations()
                    .keySet()
                    .forEach(id -> past.receipts()
                            .apply(id)
                            .ifPresent(receipt -> stores.putReceipt(begun.runId(), id, receipt)));
        });
    }

    /** The run answers in the format its agent used last. */
    private static Format format(Optional<Stored<RunState>> before, RunCase input) {
        return input.extras()
                .proposal()
                .map(ProposalMessage::format)
                .or(() -> before.flatMap(Stored::format))
                .orElse(Format.JSON);
    }

    /** Keeps what a proposal that was let through or held will need, and that its answer is still to come. */
    private void keep(RunCase input, ProposalMessage proposal, RunDecision decision) {
        String runId = input.runId();
        String proposalId = proposal.record().proposalId();
        boolean open = decision.after().stream()
                .flatMap(state -> state.open().values().stream())
                .anyMatch(call -> call.answers(proposalId));
        boolean held = decision.after().flatMap(state -> state.holds().pending()).stream()
                .anyMatch(hold -> hold.proposal().proposalId().equals(proposalId));
        boolean waits = decision.after()
                .filter(state -> state.chain().keepsWaiting(proposalId))
                .isPresent();
        if ((open || held || waits) && stores.answer(runId, proposalId).isEmpty()) {
            stores.putPayload(runId, proposalId, Payload.of(proposal.record()));
            stores.putAnswer(runId, proposalId, StoredAnswer.awaited(proposal, input.arrival()));
        }
    }

    /** What the run's new state is kept with. */
    private record Kept(RunFrame frame, Format format) {}

    private void journal(RunCase input, RunFacts facts, RunDecision decision, Kept kept, Outbox outbox) {
        RunFrame frame = kept.frame();
        Optional<byte[]> state = decision.after().map(StateCodec.RUN::state);
        Deed deed = new Deed(
                input.arrival(),
                input.kind(),
                facts,
                decision.verdict().what().code(),
                decision.verdict().reason(),
                decision.verdict().guard(),
                decision.verdict().judged(),
                decision.moved(),
                outbox.effects(),
                state.map(StateCodec::hash).orElse(StateCodec.NO_STATE),
                frame.policyHash(),
                input.extras().linked());
        boolean stateless = frame.before().seq() == 0 && state.isEmpty();
        if (stateless) {
            task.journal(deed, outbox);
            return;
        }
        JournalWriter.Written written = JournalWriter.entry(frame.chain(), frame.before(), deed, outbox.atMs());
        task.enter(written, outbox);
        state.ifPresentOrElse(
                bytes -> stores.putRun(
                        input.runId(), StateCodec.RUN.stored(written.position(), Optional.of(kept.format()), bytes)),
                () -> stores.deleteRun(input.runId()));
    }
}
