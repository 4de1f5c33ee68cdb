package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.SameCall;
import dev.interlock.core.policy.ToolContract;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether a proposed call repeats what was done without advancing: row 9 of the contract's order. The same call several
 * times within one turn counts once, as far as those calls can have been made together.
 */
final class Repeats {
    private final RunState run;
    private final Repetition rules;
    private final Identical identical;
    private final Policy policy;
    private final Call call;
    private final String tool;
    private final Rounds rounds;
    private final List<Attempted> earlier;

    Repeats(RunState run, Policy policy, String agentId, long turn, Call call) {
        this.run = run;
        this.rules = policy.repetition();
        this.policy = policy;
        this.identical =
                sameCall(call.tool()).map(own -> own.over(rules.identical())).orElse(rules.identical());
        this.call = call;
        this.tool = policy.contract(call.tool())
                .map(contract -> contract.counted(call.tool()))
                .orElse(call.tool());
        this.rounds = new Rounds(run.history().calls(), policy.ceilings().parallel());
        this.earlier = oncePerRound(run.history().calls(), rounds.next(agentId, turn));
    }

    Optional<Finding> check() {
        return Stream.of(identical(), cycle(), sameFailure(), unreported(), sameResult(), idle(), churn())
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The same for a call that is asked again because it was not ready: it repeats nothing, but may fail as others did. */
    Optional<Finding> checkPoll() {
        return sameFailure().or(this::unreported);
    }

    /** The same call made together keeps its first place; those made with the proposal do not count against it. */
    private List<Attempted> oncePerRound(List<Attempted> calls, Rounds.Round own) {
        Map<List<Object>, Attempted> firsts = new LinkedHashMap<>();
        for (Attempted attempted : calls) {
            Rounds.Round round = rounds.of(attempted);
            boolean twin = round.equals(own) && attempted.fingerprint().equals(call.fingerprint());
            if (!twin) {
                firsts.putIfAbsent(List.of(round, attempted.fingerprint()), attempted);
            }
        }
        return List.copyOf(firsts.values());
    }

    /** What the contract of a tool says of the same call again, if anything. */
    private Optional<SameCall> sameCall(String ofTool) {
        return policy.contract(ofTool).flatMap(ToolContract::sameCall);
    }

    private Optional<Finding> identical() {
        Identical rule = identical;
        if (rule.allowed() == 0) {
            return Optional.empty();
        }
        List<Attempted> same = rule.sameResults() ? sameResults() : sameCalls();
        int allowed = rule.sameResults() && endsPassing(same) ? rule.transientTries() : rule.allowed();
        return same.size() >= allowed
                ? Optional.of(Finding.counted(Reason.SAME_CALL, allowed, same.size() + 1L))
                : Optional.empty();
    }

    private List<Attempted> sameCalls() {
        List<Attempted> compared = last(identical.window());
        if (identical.span() != Repetition.Span.CONSECUTIVE) {
            return compared.stream().filter(this::isSame).toList();
        }
        List<Attempted> tail = new ArrayList<>();
        for (int i = compared.size() - 1; i >= 0 && isSame(compared.get(i)); i--) {
            tail.add(compared.get(i));
        }
        return tail;
    }

    /** The last calls, no more than that; as many as are remembered are all there are. */
    private List<Attempted> last(int calls) {
        return earlier.subList(Math.max(0, earlier.size() - calls), earlier.size());
    }

    /**
     * The latest identical calls that brought the same result, with no effect of another write since the first of them: a
     * write that is repeated word for word does not excuse itself.
     */
    private List<Attempted> sameResults() {
        List<Attempted> marked =
                sameCalls().stream().filter(c -> c.reported().isPresent()).toList();
        List<Attempted> equal = new ArrayList<>();
        long own = 0;
        for (Attempted attempted : marked.reversed()) {
            Attempted.Mark mark = attempted.mark().orElseThrow();
            Attempted.Mark last = marked.getLast().mark().orElseThrow();
            long byOthers = run.history().writes() - mark.writes() - own;
            if (!mark.resultDigest().equals(last.resultDigest()) || byOthers > 0) {
                break;
            }
            equal.add(attempted);
            own += mark.changed() ? 1 : 0;
        }
        return equal;
    }

    private boolean endsPassing(List<Attempted> equal) {
        return rules.identical().transientTries() > 0
                && !equal.isEmpty()
                && equal.get(0).mark().filter(Attempted.Mark::passing).isPresent();
    }

    private boolean isSame(Attempted attempted) {
        return attempted.fingerprint().equals(call.fingerprint());
    }

    private Optional<Finding> cycle() {
        Repetition.Cycle rule = rules.cycle();
        if (rule.repeats() == 0 || isExempt(call.tool())) {
            return Optional.empty();
        }
        List<Attempted> counted = counted();
        for (int length = 2; length <= rule.longest(); length++) {
            if (repeats(counted, length, rule)) {
                return Optional.of(new Finding(
                        Reason.SHORT_CYCLE, Denial.read("short_cycle", rule.repeats() - 1L, rule.repeats())));
            }
        }
        return Optional.empty();
    }

    /** Calls of a tool whose repetition is nothing are no part of a block. */
    private List<Attempted> counted() {
        Set<String> exempt = new HashSet<>();
        earlier.stream().map(Attempted::tool).distinct().filter(this::isExempt).forEach(exempt::add);
        return exempt.isEmpty()
                ? earlier
                : earlier.stream()
                        .filter(attempted -> !exempt.contains(attempted.tool()))
                        .toList();
    }

    private boolean isExempt(String ofTool) {
        return sameCall(ofTool).filter(SameCall::isOff).isPresent();
    }

    /** Whether the proposed call completes the last of the required repetitions of a block of this length. */
    private boolean repeats(List<Attempted> calls, int length, Repetition.Cycle rule) {
        int needed = length * rule.repeats() - 1;
        if (calls.size() < needed) {
            return false;
        }
        List<Attempted> tail = calls.subList(calls.size() - needed, calls.size());
        boolean oneCallOnly = tail.stream().allMatch(this::isSame);
        boolean nothingKnown = rule.sameResults() && tail.stream().allMatch(Attempted::isMissing);
        if (oneCallOnly || nothingKnown) {
            return false;
        }
        for (int i = length; i <= needed; i++) {
            String now = i < needed ? tail.get(i).fingerprint() : call.fingerprint();
            if (!now.equals(tail.get(i - length).fingerprint())) {
                return false;
            }
            if (rule.sameResults() && i < needed && bringsOther(tail, i, length)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a call brought something else than in the block before; where that is not known, than in one before that. */
    private static boolean bringsOther(List<Attempted> tail, int at, int length) {
        for (int before = at - length; before >= 0 && !tail.get(at).isMissing(); before -= length) {
            if (!tail.get(before).isMissing()) {
                return !sameMark(tail.get(at), tail.get(before));
            }
        }
        return false;
    }

    private static boolean sameMark(Attempted one, Attempted other) {
        return Objects.equals(
                one.mark().map(Attempted.Mark::resultDigest), other.mark().map(Attempted.Mark::resultDigest));
    }

    private Optional<Finding> sameFailure() {
        if (rules.sameFailure() == 0) {
            return Optional.empty();
        }
        int failures = lastFailures();
        return failures >= rules.sameFailure()
                ? Optional.of(Finding.counted(Reason.SAME_FAILURE, rules.sameFailure(), failures + 1L))
                : Optional.empty();
    }

    /**
     * In how many turns in a row the tool failed in one way. What failed of one model answer counts once: its calls were
     * made before any of them was known to fail.
     */
    private int lastFailures() {
        List<Attempted> marked = earlier.stream()
                .filter(c -> c.tool().equals(tool) && c.reported().isPresent())
                .toList()
                .reversed();
        String last = marked.isEmpty() ? "" : failureCode(marked.get(0));
        Set<Rounds.Round> turns = new HashSet<>();
        for (Attempted attempted : marked) {
            if (last.isEmpty() || !failureCode(attempted).equals(last)) {
                break;
            }
            turns.add(rounds.of(attempted));
        }
        return turns.size();
    }

    private static String failureCode(Attempted attempted) {
        return attempted.mark().map(Attempted.Mark::failureCode).orElse("");
    }

    /**
     * Whether nobody reports what comes of a tool's calls; calls made side by side count once. Who was told so may try
     * again, and an outcome that is reported, however late, ends it.
     */
    private Optional<Finding> unreported() {
        if (rules.unreported().isEmpty()) {
            return Optional.empty();
        }
        int allowed = rules.unreported().getAsInt();
        List<Attempted> ended = earlier.stream()
                .filter(c -> c.tool().equals(tool) && c.mark().isPresent())
                .toList()
                .reversed();
        Set<Rounds.Round> turns = new HashSet<>();
        for (Attempted attempted : ended) {
            if (!attempted.isUntoldMissing()) {
                break;
            }
            turns.add(rounds.of(attempted));
        }
        return turns.size() >= allowed
                ? Optional.of(
                        new Finding(Reason.NO_PROGRESS, Denial.read(Finding.UNREPORTED, allowed, turns.size() + 1L)))
                : Optional.empty();
    }

    /**
     * Whether whatever is asked of a tool brings the same answer; reads made side by side count once. That something is
     * not ready yet is no answer.
     */
    private Optional<Finding> sameResult() {
        if (rules.sameResult() == 0 || call.kind() != Kind.READ) {
            return Optional.empty();
        }
        List<Attempted> known = earlier.stream()
                .filter(c -> c.tool().equals(tool) && c.isAnswered())
                .toList();
        Set<Rounds.Round> turns = new HashSet<>();
        for (int i = known.size() - 1; i >= 0 && isSameAnswer(known.get(i), known.getLast()); i--) {
            turns.add(rounds.of(known.get(i)));
        }
        return turns.size() >= rules.sameResult()
                ? Optional.of(new Finding(
                        Reason.NO_PROGRESS, Denial.read(Finding.SAME_RESULT, rules.sameResult(), turns.size() + 1L)))
                : Optional.empty();
    }

    private boolean isSameAnswer(Attempted read, Attempted last) {
        Attempted.Mark mark = read.mark().orElseThrow();
        return read.kind() == Kind.READ
                && mark.answered()
                && !mark.told()
                && mark.writes() == run.history().writes()
                && mark.resultDigest().equals(last.mark().orElseThrow().resultDigest());
    }

    /** Whether too many results in a row brought nothing new. */
    Optional<Finding> idle() {
        int idle = run.progress().idle();
        return rules.idle() > 0 && idle >= rules.idle()
                ? Optional.of(Finding.counted(Reason.NO_PROGRESS, rules.idle(), idle))
                : Optional.empty();
    }

    /** Whether of the last calls too many only repeated an earlier one, and the proposed call was made before, too. */
    private Optional<Finding> churn() {
        if (rules.churn().isEmpty() || isExempt(call.tool()) || earlier.stream().noneMatch(this::isSame)) {
            return Optional.empty();
        }
        Repetition.Churn rule = rules.churn().get();
        Set<List<String>> known = new HashSet<>();
        int before = earlier.size() - last(rule.window()).size();
        int repeated = 0;
        for (int i = 0; i < earlier.size(); i++) {
            boolean again = isAgain(earlier.get(i), known);
            repeated += again && i >= before ? 1 : 0;
        }
        return repeated > rule.repeated()
                ? Optional.of(new Finding(Reason.NO_PROGRESS, Denial.read(Finding.CHURN, rule.repeated(), repeated)))
                : Optional.empty();
    }

    /** Whether a call brought what it brought before; what is not ready yet, and what nobody reported, is no result. */
    private boolean isAgain(Attempted attempted, Set<List<String>> known) {
        return attempted.isAnswered()
                && !isExempt(attempted.tool())
                && !known.add(List.of(
                        attempted.fingerprint(), attempted.mark().orElseThrow().resultDigest()));
    }
}
