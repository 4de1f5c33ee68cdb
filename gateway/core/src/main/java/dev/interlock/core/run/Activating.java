package dev.interlock.core.run;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.outcome.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Has a run that an operation triggered admitted to its chain, once, before any of its calls is judged. */
final class Activating {
    private static final String FIELD = "caused_by.operation_id";
    private static final String UNKNOWN = "must name an operation the gateway knows";
    private static final String FORGOTTEN = "must be of a chain that the gateway still knows the beginning of, not of ";
    private static final String OTHER = "must be that of the run's first proposal: ";
    private static final String NONE = "must be absent: the run's first proposal named none";

    private final RunDraft draft;

    Activating(RunDraft draft) {
        this.draft = draft;
    }

    /**
     * Makes a proposal wait where the run's admission is to be awaited. A stop that reaches the whole run comes before it.
     *
     * @param first whether it is the run's first
     * @return empty when there is nothing to wait for
     */
    Optional<Verdict> await(Proposal proposal, boolean first) {
        Chain chain = draft.state().chain();
        if (chain.awaited().isPresent()) {
            return Optional.of(stale(proposal)
                    .orElseGet(
                            () -> join(proposal, draft.state().chain().awaited().get())));
        }
        Optional<String> cause = first ? proposal.causedBy() : chain.unanswered();
        if (cause.isEmpty()) {
            return Optional.empty();
        }
        if (isStopped() || cannotRun(proposal)) {
            draft.change(new RunChange.Caused(cause.get()));
            return Optional.empty();
        }
        return Optional.of(stale(proposal).orElseGet(() -> ask(proposal, cause.get())));
    }

    /** A call that is denied whatever its chain is asks for no place in it: so nothing of the chain is used up by it. */
    private boolean cannotRun(Proposal proposal) {
        return proposal.fault().filter(this::denies).isPresent()
                || proposal.call()
                        .filter(call -> draft.policy().contract(call.tool()).isPresent())
                        .isEmpty();
    }

    private boolean denies(Fault fault) {
        return fault.reason() != Reason.APPROVAL_REQUIRED && !new Guards(draft).observes(Finding.of(fault.reason()));
    }

    /** Who does not own the run any more waits for nothing: in the place of the owner it would be taken at its word. */
    private Optional<Verdict> stale(Proposal proposal) {
        return stale(proposal.ownerEpoch(), Ending.Blocked.denied(proposal));
    }

    private Optional<Verdict> stale(OptionalLong ownerEpoch, Ending.Blocked blocked) {
        return new Ownership(draft).isStale(ownerEpoch)
                ? Optional.of(new Guards(draft).fire(Finding.of(Reason.STALE_OWNER), blocked))
                : Optional.empty();
    }

    private boolean isStopped() {
        return draft.moment().ending(draft.state().target()).isPresent();
    }

    /** Makes an agent's wish to end wait for what it proposed before. */
    Optional<Verdict> await(Finish finish) {
        if (draft.state().chain().awaited().isEmpty()) {
            return Optional.empty();
        }
        Ending.Blocked blocked = Ending.Blocked.denied(finish.proposalId(), Optional.empty());
        return Optional.of(stale(finish.ownerEpoch(), blocked).orElseGet(() -> {
            draft.state()
                    .chain()
                    .awaited()
                    .filter(awaited -> awaited.finish().isEmpty())
                    .ifPresent(awaited -> draft.change(new RunChange.AdmissionAwaited(awaited.ending(finish))));
            return Verdict.of(Verdict.What.PENDING);
        }));
    }

    private Verdict ask(Proposal proposal, String operationId) {
        String id = Grants.nextId(draft, ".a");
        draft.change(
                new RunChange.AdmissionAsked(operationId, new Chain.Awaited(id, List.of(proposal), Optional.empty())));
        draft.effect(new RunEffect.AskAdmission(
                id, proposal.proposalId(), operationId, draft.policy().chains()));
        return Verdict.of(Verdict.What.PENDING);
    }

    /** What waits is open: no more of it than may be. What comes after the agent's wish to end gets the run's end. */
    private Verdict join(Proposal proposal, Chain.Awaited awaited) {
        if (awaited.finish().isPresent()) {
            return Verdict.of(Verdict.What.PENDING);
        }
        int waiting = awaited.proposals().size();
        int allowed = draft.policy().ceilings().parallel();
        if (waiting >= allowed) {
            Finding full = new Finding(Reason.PARALLEL_LIMIT, Denial.read("parallel", allowed, waiting + 1L));
            return new Guards(draft).fire(full, Ending.Blocked.denied(proposal));
        }
        draft.change(new RunChange.AdmissionAwaited(awaited.with(proposal)));
        return Verdict.of(Verdict.What.PENDING);
    }

    /** Takes the operation stage's answer, and judges what waited for it as if it came now. */
    Verdict take(RunInput.Admitted admitted) {
        Optional<Chain.Awaited> awaited = draft.found()
                .flatMap(run -> run.chain().awaited())
                .filter(a -> a.requestId().equals(admitted.requestId()));
        if (awaited.isEmpty()) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        draft.change(new RunChange.AdmissionAnswered(admitted.membership()));
        List<Verdict.Judged> judged = new ArrayList<>();
        awaited.get()
                .proposals()
                .forEach(proposal -> judged.add(new Verdict.Judged(proposal.proposalId(), judge(proposal))));
        awaited.get()
                .finish()
                .ifPresent(finish ->
                        judged.add(new Verdict.Judged(finish.proposalId(), new FinishJudge(draft).awaited(finish))));
        return Verdict.ofAll(judged);
    }

    private Verdict judge(Proposal proposal) {
        Verdict verdict = new ProposalJudge(draft).awaited(proposal);
        RunState run = draft.state();
        boolean open = run.open().values().stream().anyMatch(call -> call.answers(proposal.proposalId()));
        boolean held = run.holds()
                .pending()
                .filter(h -> h.proposal().proposalId().equals(proposal.proposalId()))
                .isPresent();
        if (!open && !held) {
            draft.effect(new RunEffect.DropPayload(proposal.proposalId()));
        }
        return verdict;
    }

    /** What is wrong with the operation a proposal says its run was triggered by: row 5 of the contract's order. */
    Optional<Fault> fault(Proposal proposal) {
        Chain chain = draft.state().chain();
        Optional<String> named =
                proposal.causedBy().filter(id -> !chain.causedBy().equals(Optional.of(id)));
        if (named.isPresent()) {
            return Optional.of(fault(chain.causedBy().map(own -> OTHER + own).orElse(NONE), named.get()));
        }
        return chain.membership()
                .flatMap(Membership::refusal)
                .filter(Reason.INVALID_CALL::equals)
                .map(reason -> fault(
                        chain.root().map(FORGOTTEN::concat).orElse(UNKNOWN),
                        chain.causedBy().orElse("")));
    }

    private static Fault fault(String rule, String value) {
        return new Fault(Reason.INVALID_CALL, FIELD, rule, value);
    }
}
