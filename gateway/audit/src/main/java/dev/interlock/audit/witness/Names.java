package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageControl;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Topics;
import dev.interlock.schemas.WireRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a record concerns: the names whose {@link Share}s need it to be judged. */
final class Names {
    private final Set<String> inputs;
    private final Set<String> written;

    Names(Topics topics) {
        inputs = Set.of(
                topics.proposals(),
                topics.results(),
                topics.operationResults(),
                topics.stageRequests(),
                topics.stageAnswers(),
                topics.stageRunControl(),
                topics.stageOperationControl(),
                topics.control());
        written = Set.of(
                topics.dispatches(),
                topics.operationDispatches(),
                topics.outcomes(),
                topics.stageRequests(),
                topics.stageAnswers(),
                topics.ledger(),
                topics.deadLetters());
    }

    /**
     * The names.
     *
     * @param record what it says; null if nothing that is judged
     */
    List<String> of(Raw raw, WireRecord record) {
        List<String> names = new ArrayList<>();
        if (inputs.contains(raw.at().topic())) {
            names.add(Share.name(raw.at()));
            raw.header(Accounting.ORIGIN).ifPresent(names::add);
        }
        if (written.contains(raw.at().topic())) {
            names.add(raw.keyText());
        }
        if (record != null) {
            add(names, record);
        }
        names.removeIf(name -> name == null);
        return names;
    }

    private static void add(List<String> names, WireRecord record) {
        switch (record) {
            case JournalEntry entry -> add(names, entry);
            case ChainSnapshot snapshot -> names.add(snapshot.chain());
            case Proposal proposal -> names.add(proposal.runId());
            case Dispatch dispatch -> {
                names.add(dispatch.runId());
                names.add(dispatch.operationId());
                names.add(dispatch.dispatchId());
                names.add(dispatch.approvalId());
            }
            case Result result -> {
                names.add(result.runId());
                names.add(result.operationId());
            }
            case Outcome outcome -> {
                names.add(outcome.runId());
                names.add(outcome.resumedFrom());
            }
            case StageRequest request -> {
                names.add(request.runId());
                names.add(request.operationId());
            }
            case StageAnswer answer -> {
                names.add(answer.runId());
                names.add(
                        answer.activation() == null ? null : answer.activation().root());
                names.add(answer.carryOver() == null ? null : answer.carryOver().endedRunId());
            }
            case StageControl control -> {
                names.add(Share.name(control.origin()));
                names.add(control.control().runId());
                names.add(control.control().operationId());
            }
            case LedgerOperation operation -> names.add(operation.operationId());
            case DeadLetter letter ->
                names.add(Share.name(new Position(
                        letter.source().topic(),
                        letter.source().partition(),
                        letter.source().offset())));
            case Control control -> names.add(control.runId());
            default -> {}
        }
    }

    private static void add(List<String> names, JournalEntry entry) {
        names.add(entry.chain());
        names.add(Share.name(new Position(
                entry.input().topic(), entry.input().partition(), entry.input().offset())));
        names.add(entry.linkedHead() == null ? null : entry.linkedHead().chain());
        for (JournalEffect effect : entry.effects()) {
            names.add(effect.key() == null ? "" : effect.key());
        }
    }
}
