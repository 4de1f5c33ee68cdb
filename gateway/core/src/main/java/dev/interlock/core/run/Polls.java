package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;

/** What is asked again because it was not ready: the half of row 10 of the contract's order that is about polls. */
final class Polls {
    private final RunDraft draft;

    Polls(RunDraft draft) {
        this.draft = draft;
    }

    /** Whether a poll goes beyond its contract with this call. */
    Optional<Finding> check(Call call, ToolContract contract) {
        return contract.poll().flatMap(rule -> poll(call.fingerprint()).flatMap(poll -> check(rule, poll)));
    }

    /** Whether the call asks again for what was not ready, within its contract. */
    boolean covers(Call call, ToolContract contract) {
        return contract.poll().isPresent()
                && poll(call.fingerprint()).filter(Tallies.Poll::pending).isPresent()
                && check(call, contract).isEmpty();
    }

    /**
     * Whether a read comes again only since something else is waited for: since it was last made, a poll that says so was
     * asked, was not ready, and is within its contract. A write that comes again may do twice, whatever it waits for.
     */
    boolean waitsBeside(Call call) {
        if (call.kind() != Kind.READ) {
            return false;
        }
        for (Attempted attempted : draft.state().history().calls().reversed()) {
            if (attempted.fingerprint().equals(call.fingerprint())) {
                return false;
            }
            if (isWaitedFor(attempted)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWaitedFor(Attempted asked) {
        return asked.mark().filter(Attempted.Mark::pending).isPresent()
                && draft.policy()
                        .contract(asked.tool())
                        .flatMap(ToolContract::poll)
                        .filter(PollRule::coversOthers)
                        .filter(rule -> poll(asked.fingerprint())
                                .filter(poll -> poll.pending()
                                        && check(rule.atOnce(), poll).isEmpty())
                                .isPresent())
                        .isPresent();
    }

    private Optional<Finding> check(PollRule rule, Tallies.Poll poll) {
        long lasted = draft.at() - poll.firstAtMs();
        long since = draft.at() - poll.lastAtMs();
        if (poll.asked() >= rule.most()) {
            return Optional.of(Finding.counted(Reason.POLL_LIMIT, rule.most(), poll.asked() + 1L));
        }
        if (lasted >= rule.withinMs()) {
            return Optional.of(Finding.counted(Reason.POLL_DEADLINE, rule.withinMs(), lasted));
        }
        return since < rule.everyMs()
                ? Optional.of(Finding.early(Reason.POLL_TOO_FAST, rule.everyMs(), since))
                : Optional.empty();
    }

    /**
     * A call of a tool with polls came to a result. A failure that may pass leaves the poll as it is, so that nobody begins
     * anew by it; only a result that says pending lets the call be made again like that.
     */
    void answered(OpenCall call, Result result) {
        if (call.replay() || call.contract().poll().isEmpty()) {
            return;
        }
        String asked = call.call().fingerprint();
        Optional<Tallies.Poll> known = poll(asked);
        if (result.saysPending()) {
            note(asked, known.orElseGet(() -> begun(call)).pending(true));
        } else if (known.isPresent() && result.mayPass(call.contract())) {
            note(asked, known.get().pending(false));
        } else if (known.isPresent()) {
            draft.change(new RunChange.PollOver(asked));
        }
    }

    /** Whether a result that says pending is one of a poll within its contract: it is waited for, and nobody idles. */
    boolean waits(OpenCall call, Result result) {
        Optional<PollRule> rule = call.contract().poll().filter(r -> !call.replay() && result.saysPending());
        return rule.isPresent()
                && poll(call.call().fingerprint())
                        .filter(poll -> poll.asked() <= rule.get().most()
                                && call.sentAtMs() - poll.firstAtMs()
                                        < rule.get().withinMs())
                        .isPresent();
    }

    /** Calls made side by side with the first are of the same poll. */
    private Tallies.Poll begun(OpenCall call) {
        long beside = draft.state().open().values().stream()
                .filter(open -> open.call().fingerprint().equals(call.call().fingerprint()) && !open.replay())
                .count();
        return new Tallies.Poll(Math.toIntExact(1 + beside), call.sentAtMs(), call.sentAtMs(), true);
    }

    private void note(String fingerprint, Tallies.Poll poll) {
        draft.change(new RunChange.PollNoted(fingerprint, poll));
    }

    private Optional<Tallies.Poll> poll(String fingerprint) {
        return Optional.ofNullable(draft.state().history().tallies().polls().get(fingerprint));
    }
}
