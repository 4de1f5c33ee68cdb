package dev.interlock.audit.replay;

import dev.interlock.core.run.Moment;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replayed;
import java.util.Optional;

/** One recorded run under another policy. */
public final class RunUnder {
    private final String runId;
    private final PolicyDocument other;
    private final String hash;
    private final KeptPolicies recorded;
    private final Calls calls;
    private final Aftermath aftermath = new Aftermath();

    private Optional<RunState> state = Optional.empty();
    private Optional<JournalEntry> first = Optional.empty();
    private Optional<Flip> flip = Optional.empty();
    private Optional<String> unknown = Optional.empty();
    private long decided;
    private long conditional;

    RunUnder(String runId, PolicyDocument other, KeptPolicies recorded, Calls calls) {
        this.runId = runId;
        this.other = other;
        this.hash = other.hash();
        this.recorded = recorded;
        this.calls = calls;
    }

    /**
     * The first decision that is another one.
     *
     * @param at the entry
     * @param recorded what was decided
     * @param derived what the other policy decides
     */
    public record Flip(Recorded at, Verdict recorded, Verdict derived) {}

    /**
     * What comes of a run.
     *
     * @param runId the run
     * @param decided how many entries are decided as they were
     * @param flip the first that is not; empty where there is none
     * @param conditional how many come behind that or behind what nobody can tell: they were decided on what would not be so
     * @param unknown why nobody can tell how it goes on; empty where somebody can
     * @param aftermath what was recorded from the flip on
     */
    public record Finding(
            String runId,
            long decided,
            Optional<Flip> flip,
            long conditional,
            Optional<String> unknown,
            Aftermath aftermath) {}

    String runId() {
        return runId;
    }

    /** The entry it began with. */
    Optional<JournalEntry> first() {
        return first;
    }

    Finding finding() {
        return new Finding(runId, decided, flip, conditional, unknown, aftermath);
    }

    void take(Replayed replayed) {
        first = first.or(() -> Optional.of(replayed.recorded().entry()));
        if (!(replayed instanceof Replayed.OfRun run)) {
            unknown = unknown.or(() -> Optional.of(
                    replayed instanceof Replayed.Missing missing ? missing.why() : "its journal is not one of a run"));
            conditional++;
            return;
        }
        if (flip.isPresent()) {
            conditional++;
            aftermath.add(run);
        } else if (unknown.isPresent()) {
            conditional++;
        } else {
            decide(run);
        }
    }

    private void decide(Replayed.OfRun run) {
        if (run.facts().input() instanceof RunInput.CarriedOver carried) {
            unknown = Optional.of("it goes on from " + carried.carryOver().endedRunId()
                    + ", and what that would have left to it is not known");
            conditional++;
            return;
        }
        PolicyDocument began =
                recorded.find(run.recorded().entry().policyHash()).orElseThrow();
        switch (calls.told(run.recorded(), run.facts().input(), began, state)) {
            case Calls.Told.Unknown nobody -> {
                unknown = Optional.of(nobody.why());
                conditional++;
            }
            case Calls.Told.Input told -> decide(run, told.input());
        }
    }

    private void decide(Replayed.OfRun run, RunInput input) {
        Moment moment = new Moment(
                runId,
                other.policy(),
                hash,
                run.facts().stops(),
                run.facts().closure(),
                run.recorded().entry().atMs());
        RunDecision decision = RunDecider.decide(state, input, moment);
        if (isSame(run.decision(), decision)) {
            state = decision.after();
            decided++;
        } else {
            flip = Optional.of(new Flip(run.recorded(), run.decision().verdict(), decision.verdict()));
            aftermath.add(run);
        }
    }

    /** What a guard read may differ where what it led to does not. */
    private static boolean isSame(RunDecision one, RunDecision other) {
        return said(one.verdict()).equals(said(other.verdict())) && phase(one).equals(phase(other));
    }

    private static String said(Verdict verdict) {
        return verdict.what()
                + verdict.reason().map(Enum::name).orElse("")
                + verdict.judged().stream()
                        .map(judged -> judged.proposalId() + said(judged.verdict()))
                        .toList();
    }

    private static Optional<Phase> phase(RunDecision decision) {
        return decision.after().map(RunState::phase);
    }
}
