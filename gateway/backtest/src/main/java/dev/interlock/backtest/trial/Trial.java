package dev.interlock.backtest.trial;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.core.run.Ending;
import dev.interlock.core.run.History;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.policy.contract.RunFacts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * One recorded run, played against a policy.
 *
 * <p>The agent goes on as it was recorded: what it would have done after a denial nobody knows. A denied call brings no
 * result; the calls of one turn are all proposed before the first of them brings its result. Where the trace does not say
 * when a call was made, guards that look at the clock have nothing to say: each call comes when it may, and the run has
 * all the time there is. Where no result has a validated revision, progress is what every contract can tell: a new
 * result, or a write done for the first time.
 */
public final class Trial {
    private static final long BEGIN_MS = 1_000_000;
    private static final String CALL = "call-";

    /** Decisions that carry a reason although the call may go on: a guard only watches, or a person is asked. */
    private static final Set<Verdict.What> LET_THROUGH =
            EnumSet.of(Verdict.What.GRANTED, Verdict.What.REQUESTED, Verdict.What.PAUSED);

    private final Trace trace;
    private final Contracts contracts;
    private final Map<Integer, Kind> kinds = new HashMap<>();
    private final Stages stages;
    private final List<Denied> denied = new ArrayList<>();
    private final Map<Reason, Integer> guards = new TreeMap<>();
    private final Set<String> seen = new HashSet<>();
    private final OptionalInt stoppedBefore;
    private Optional<Stopped> stopped = Optional.empty();
    private int executed;

    private Trial(Trace trace, Contracts contracts, OptionalInt stoppedBefore) {
        this.trace = trace;
        this.stoppedBefore = stoppedBefore;
        this.contracts = contracts;
        Policy policy = contracts.document().policy();
        Policy timed = trace.isTimed() ? policy : policy.with(policy.ceilings().withWallClockMs(Ceilings.LONGEST_MS));
        Policy judged = trace.hasRevisions() ? timed : timed.with(contract -> contract.with(ProgressRule.NEW_RESULT));
        this.stages = new Stages(trace.run(), judged, BEGIN_MS, this::told);
    }

    /** Plays a run against a policy of which all is decided in the core. */
    public static Finding of(Trace trace, Policy policy) {
        return of(trace, PolicyDocument.of(policy).contracts());
    }

    /**
     * Plays a run. Of what is evaluated outside the core, all that is about calls is, and all that is about results where
     * the trace has them: of a digest nothing can be said.
     */
    public static Finding of(Trace trace, Contracts contracts) {
        return new Trial(trace, contracts, OptionalInt.empty()).play();
    }

    /**
     * Plays a run that somebody outside stops, as by {@code interlock stop}.
     *
     * @param call the call before which the stop is taken in, from 1; empty where nobody stops it
     */
    public static Finding stopped(Trace trace, Contracts contracts, OptionalInt call) {
        return new Trial(trace, contracts, call).play();
    }

    private Finding play() {
        for (int from = 0; from < trace.calls().size() && !isOver(); ) {
            int to = endOfTurn(from);
            playTurn(from, to);
            from = to;
        }
        return new Finding(denied, stopped, trace.calls().size(), executed, guards);
    }

    /** Where the calls of one model answer end; without turns in the trace each call is one of its own. */
    private int endOfTurn(int from) {
        TracedCall first = trace.calls().get(from);
        int to = from + 1;
        while (to < trace.calls().size() && isSameTurn(first, trace.calls().get(to))) {
            to++;
        }
        return to;
    }

    private static boolean isSameTurn(TracedCall one, TracedCall other) {
        return one.turn().isPresent()
                && one.turn().equals(other.turn())
                && one.agent().equals(other.agent());
    }

    private void playTurn(int from, int to) {
        for (int i = from; i < to && !isOver(); i++) {
            propose(i);
            learn(i);
        }
        for (int i = from; i < to; i++) {
            TracedCall call = trace.calls().get(i);
            Kind kind = kinds.get(i);
            if (kind != null && comesToItsEnd(i, call, kind)) {
                executed++;
            }
            call.result().digest().ifPresent(seen::add);
            learn(i);
        }
    }

    /** Whether a call runs at all. Of what nobody reports, the gateway's own tries come to nothing either. */
    private boolean comesToItsEnd(int index, TracedCall call, Kind kind) {
        boolean ran = stages.report(id(index), RecordedFacts.brought(call, kind));
        boolean again = ran && RecordedFacts.isUnreported(call, kind);
        while (again) {
            again = stages.report(id(index), RecordedFacts.brought(call, kind));
        }
        return ran;
    }

    /** What the contract says of a result that the trace has; of a digest nobody can say anything. */
    private Result told(OpenCall open, Brought brought) {
        TracedCall traced = trace.calls().get(index(open.proposalId()));
        return brought.value()
                .map(value -> contracts
                        .result(proposed(traced, open.turn()), brought.result(), Optional.of(value))
                        .judged())
                .orElseGet(brought::result);
    }

    private ProposedCall proposed(TracedCall traced, long turn) {
        return RecordedFacts.proposed(
                traced, contracts.document().terms(traced.tool()).effect(), turn);
    }

    private void propose(int index) {
        TracedCall traced = trace.calls().get(index);
        long turn = traced.turn().orElse(index + 1L);
        ProposedCall proposed = proposed(traced, turn);
        kinds.put(index, proposed.kind());
        if (stoppedBefore.orElse(0) == index + 1) {
            stages.stop();
        }
        CallFacts told = contracts.call(proposed, history());
        Call call = RecordedFacts.call(proposed, told, trace.run() + "/" + (index + 1));
        stages.advanceTo(stages.nowMs() + 1);
        traced.atMs()
                .ifPresentOrElse(
                        atMs -> stages.advanceTo(
                                BEGIN_MS + atMs - trace.calls().get(0).atMs().orElse(atMs)),
                        () -> stages.advanceTo(earliest(call.fingerprint())));
        stages.propose(new Proposal(
                id(index),
                id(index),
                traced.agent(),
                turn,
                traced.userTurn(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                stages.nowMs(),
                Optional.of(call),
                told.fault()));
    }

    /** Only rules look at what happened before. */
    private RunFacts history() {
        return stages.run()
                .filter(run -> !contracts.document().rules().isEmpty())
                .map(run -> RunFacts.of(run, stages.nowMs()))
                .orElseGet(() -> RunFacts.begin(
                        trace.run(), contracts.document().policy().ceilings()));
    }

    private static String id(int index) {
        return CALL + (index + 1);
    }

    private static int index(String proposalId) {
        return Integer.parseInt(proposalId.substring(CALL.length())) - 1;
    }

    private long earliest(String fingerprint) {
        return stages.run()
                .map(run -> run.history().retries().get(fingerprint))
                .map(History.Retry::notBeforeMs)
                .orElse(0L);
    }

    private void learn(int index) {
        stages.published().stream()
                .filter(outcome -> outcome.type() == Outcome.Type.DENIED)
                .forEach(this::deny);
        stages.verdicts().stream()
                .filter(verdict -> LET_THROUGH.contains(verdict.what()))
                .flatMap(verdict -> verdict.reason().stream())
                .forEach(this::count);
        if (stopped.isEmpty()) {
            stopped = stages.run().flatMap(RunState::ending).flatMap(ending -> stop(ending, index));
            stopped.filter(stop -> denied.stream().noneMatch(d -> d.call() == stop.call()))
                    .ifPresent(stop -> count(stop.reason()));
        }
    }

    private void deny(Outcome outcome) {
        int call = index(outcome.proposalId().orElseThrow()) + 1;
        Reason reason = outcome.reason().orElseThrow();
        denied.add(new Denied(call, reason, isCostly(trace.calls().get(call - 1))));
        count(reason);
    }

    private void count(Reason reason) {
        guards.merge(reason, 1, Integer::sum);
    }

    private static Optional<Stopped> stop(Ending ending, int index) {
        return ending.status() == Status.COMPLETED
                ? Optional.empty()
                : Optional.of(new Stopped(index + 1, ending.reason()));
    }

    private boolean isOver() {
        return stages.run().flatMap(RunState::ending).isPresent();
    }

    private boolean isCostly(TracedCall call) {
        boolean failed = call.result().failure().isPresent();
        boolean wrote = call.kind() == TracedCall.Kind.WRITE;
        return !failed
                && (wrote
                        || call.result()
                                .digest()
                                .filter(digest -> !seen.contains(digest))
                                .isPresent());
    }
}
