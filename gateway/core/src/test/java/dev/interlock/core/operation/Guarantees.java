package dev.interlock.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationEffect.ArmHorizon;
import dev.interlock.core.operation.OperationEffect.ArmQuery;
import dev.interlock.core.operation.OperationEffect.ArmTimeout;
import dev.interlock.core.operation.OperationEffect.Cancel;
import dev.interlock.core.operation.OperationEffect.DisarmTimeout;
import dev.interlock.core.operation.OperationEffect.Execute;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.Reported;
import dev.interlock.core.operation.OperationInput.Requested;
import dev.interlock.core.operation.OperationInput.Resolved;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Answer.To;
import dev.interlock.core.run.Answer.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is promised of an operation, checked after every step by its own book of what was seen. */
final class Guarantees {
    /** The dispatch of each epoch since the operation was last forgotten. */
    private final Map<Integer, Execute> dispatches = new HashMap<>();

    private final Map<Integer, Reported> firstReports = new HashMap<>();
    private final Set<Integer> finallyAnswered = new HashSet<>();
    private final Set<Integer> stopped = new HashSet<>();
    private final Set<String> granted = new HashSet<>();
    private final Questions questions = new Questions();
    private final Waiters waiters = new Waiters();
    private Optional<ArmTimeout> timeout = Optional.empty();
    private Optional<ArmHorizon> horizon = Optional.empty();

    Optional<ArmTimeout> timeout() {
        return timeout;
    }

    Optional<ArmHorizon> horizon() {
        return horizon;
    }

    Optional<ArmQuery> query() {
        return questions.planned();
    }

    void check(Optional<Operation> before, OperationInput input, OperationDecision decision) {
        reportCounts(before, input, decision.after());
        executeIsAllowed(before, input, decision);
        stateMovesOnlyByEvidence(before, input, decision.after());
        contradictionStays(before, input, decision.after());
        answersAreDue(before, input, decision);
        versionCountsChanges(before, decision);
        timersFollow(input, decision);
        questions.check(before, input, decision, finallyAnswered.contains(dispatches.size()));
        waiters.check(input, decision);
        if (decision.after().isEmpty()) {
            forget();
        }
    }

    private void forget() {
        dispatches.clear();
        firstReports.clear();
        finallyAnswered.clear();
        stopped.clear();
        granted.clear();
        waiters.forget();
        questions.forget();
        horizon = Optional.empty();
    }

    /** A report counts for the dispatch it names; committed evidence on an epoch that is over makes a contradiction. */
    private void reportCounts(Optional<Operation> before, OperationInput input, Optional<Operation> after) {
        if (!(input instanceof Reported report)) {
            return;
        }
        Execute dispatch = dispatches.get(report.epoch());
        boolean answer = Claim.queryAttempt(Cases.ID, report.epoch(), report.dispatchId())
                .isPresent();
        if (answer) {
            return;
        }
        if (dispatch == null || !dispatch.claim().dispatchId().equals(report.dispatchId())) {
            assertThat(after.map(Operation::version)).isEqualTo(before.map(Operation::version));
            return;
        }
        firstReports.putIfAbsent(report.epoch(), report);
        if (report.epoch() < dispatches.size() && report.result().effect() == Effect.COMMITTED) {
            assertThat(after).get().matches(Operation::conflicting);
        }
    }

    /** P2, P4, P5: one execute an epoch, on request, outside every stop, with the dead-man switch open, when no earlier epoch can still have an effect. */
    private void executeIsAllowed(Optional<Operation> before, OperationInput input, OperationDecision decision) {
        for (Execute execute : all(decision, Execute.class)) {
            assertThat(input).isInstanceOf(Requested.class);
            Requested asked = (Requested) input;
            Request request = asked.request();
            assertThat(request.replay()).as("a replay executes nothing").isFalse();
            assertThat(asked.stops()).noneMatch(request::isReachedBy);
            assertThat(asked.closure()).as("the dead-man switch is open").isEmpty();
            assertThat(before.map(Operation::state)).isIn(Optional.empty(), Optional.of(State.NOT_COMMITTED));
            assertThat(granted.add(request.runId() + " " + request.requestId()))
                    .as("a request is granted once")
                    .isTrue();
            int epoch = execute.claim().epoch();
            assertThat(epoch).isEqualTo(dispatches.size() + 1);
            dispatches
                    .values()
                    .forEach(earlier -> isOver(earlier, execute.claim().dispatchedAtMs()));
            assertThat(dispatches.put(epoch, execute))
                    .as("one execute in epoch " + epoch)
                    .isNull();
            questions.forget();
        }
    }

    private void isOver(Execute earlier, long atMs) {
        Claim claim = earlier.claim();
        boolean fenced = Optional.ofNullable(firstReports.get(claim.epoch()))
                .filter(r -> r.result().notExecuted().isPresent())
                .isPresent();
        long settledAtMs = claim.dispatchedAtMs() + claim.request().contract().settledAfterMs();
        assertThat(fenced || atMs >= settledAtMs)
                .as("epoch %d can have no effect at %d", claim.epoch(), atMs)
                .isTrue();
    }

    /** P4: neither time nor a wish nor a stop turns unknown into anything, or frees a claim. */
    private static void stateMovesOnlyByEvidence(
            Optional<Operation> before, OperationInput input, Optional<Operation> after) {
        String move = word(before) + " to " + word(after);
        if (word(before).equals(word(after))) {
            return;
        }
        List<String> allowed = switch (input) {
            case Requested r -> List.of("absent to IN_FLIGHT", "NOT_COMMITTED to IN_FLIGHT");
            case TimeoutDue t -> List.of("IN_FLIGHT to UNKNOWN");
            case OperationInput.HorizonDue h -> List.of("COMMITTED to absent", "NOT_COMMITTED to absent");
            case Withdrawn w -> List.of();
            case OperationInput.AdmissionAsked a -> List.of();
            case Stopped s -> List.of();
            case OperationInput.Running r -> List.of();
            case OperationInput.QueryDue q -> List.of();
            case OperationInput.Resolved r -> List.of("UNKNOWN to COMMITTED", "UNKNOWN to NOT_COMMITTED");
            case Reported r ->
                List.of(
                        "IN_FLIGHT to COMMITTED",
                        "IN_FLIGHT to NOT_COMMITTED",
                        "IN_FLIGHT to UNKNOWN",
                        "UNKNOWN to COMMITTED",
                        "UNKNOWN to NOT_COMMITTED",
                        "COMMITTED to UNKNOWN",
                        "NOT_COMMITTED to UNKNOWN");
        };
        assertThat(allowed).as("moves by %s", input).contains(move);
    }

    private static String word(Optional<Operation> state) {
        return state.map(o -> o.state().name()).orElse("absent");
    }

    private static void contradictionStays(
            Optional<Operation> before, OperationInput input, Optional<Operation> after) {
        boolean settled = input instanceof Resolved
                && after.flatMap(Operation::resolvedBy).isPresent();
        if (!settled && before.filter(Operation::conflicting).isPresent()) {
            assertThat(after).get().matches(Operation::conflicting).matches(o -> o.state() == State.UNKNOWN);
        }
    }

    private void answersAreDue(Optional<Operation> before, OperationInput input, OperationDecision decision) {
        List<Reply> replies = all(decision, Reply.class);
        switch (input) {
            case Withdrawn(String requestId, String runId, String proposalId) -> {
                assertThat(replies).as("one answer to a withdraw").hasSize(1);
                isFor(replies.get(0), To.WITHDRAW, runId, requestId);
            }
            case Requested(Request request, var stops, var closure) -> {
                boolean joined = decision.verdict().what() == What.JOINED;
                assertThat(replies.isEmpty())
                        .as("a request is answered unless it waits")
                        .isEqualTo(joined);
                replies.forEach(reply -> isFor(reply, To.REQUEST, request.runId(), request.requestId()));
            }
            default -> {
                List<Reply> own =
                        replies.stream().filter(r -> !waiters.include(r)).toList();
                own.forEach(reply -> isForHolder(reply, before.orElseThrow()));
                if (input instanceof Resolved) {
                    own.forEach(reply -> finallyAnswered.add(reply.answer().epoch()));
                } else {
                    own.forEach(this::isFinalOnce);
                }
            }
        }
    }

    private static void isForHolder(Reply reply, Operation operation) {
        Request holder = operation.claim().request();
        isFor(reply, To.REQUEST, holder.runId(), holder.requestId());
    }

    private static void isFor(Reply reply, To to, String runId, String requestId) {
        assertThat(reply.runId()).isEqualTo(runId);
        assertThat(reply.answer().to()).isEqualTo(to);
        assertThat(reply.answer().requestId()).isEqualTo(requestId);
    }

    private void isFinalOnce(Reply reply) {
        Answer answer = reply.answer();
        if (answer.verdict() == Verdict.COMMITTED || answer.verdict() == Verdict.NOT_COMMITTED) {
            assertThat(finallyAnswered.add(answer.epoch()))
                    .as("one final answer in epoch " + answer.epoch())
                    .isTrue();
        }
    }

    private static void versionCountsChanges(Optional<Operation> before, OperationDecision decision) {
        if (before.isEmpty() || decision.after().isEmpty()) {
            return;
        }
        Operation old = before.get();
        Operation now = decision.after().get();
        assertThat(now.lastAtMs()).isGreaterThanOrEqualTo(old.lastAtMs());
        boolean shown = decision.effects().contains(new OperationEffect.Show());
        boolean same = old.state() == now.state()
                && old.claim().epoch() == now.claim().epoch()
                && old.report().equals(now.report())
                && old.contradiction().equals(now.contradiction())
                && old.resolvedBy().equals(now.resolvedBy());
        assertThat(now.version() - old.version()).isEqualTo(same ? 0 : 1);
        boolean visible =
                !same || !old.queries().equals(now.queries()) || !old.joiners().equals(now.joiners());
        assertThat(shown).as("what others see is shown").isEqualTo(visible);
    }

    /** Nothing is waited for in vain, and nothing open is not waited for. */
    private void timersFollow(OperationInput input, OperationDecision decision) {
        if (input instanceof TimeoutDue due
                && timeout.filter(t -> t.epoch() == due.epoch()).isPresent()) {
            timeout = Optional.empty();
        }
        if (!all(decision, DisarmTimeout.class).isEmpty()) {
            assertThat(timeout).as("what is disarmed was armed").isPresent();
            timeout = Optional.empty();
        }
        all(decision, ArmTimeout.class).forEach(this::isWithinTheLongestTime);
        all(decision, ArmTimeout.class).forEach(armed -> timeout = Optional.of(armed));
        all(decision, ArmHorizon.class).forEach(armed -> horizon = Optional.of(armed));
        Optional<Operation> after = decision.after();
        assertThat(timeout.map(ArmTimeout::epoch))
                .isEqualTo(after.filter(o -> o.state() == State.IN_FLIGHT)
                        .map(o -> o.claim().epoch()));
        after.filter(Operation::settled)
                .ifPresent(o -> assertThat(horizon.map(ArmHorizon::version)).hasValue(o.version()));
        if (input instanceof Stopped) {
            all(decision, Cancel.class)
                    .forEach(c -> assertThat(stopped.add(c.claim().epoch()))
                            .as("a stop cancels once")
                            .isTrue());
        }
    }

    private void isWithinTheLongestTime(ArmTimeout armed) {
        Claim claim = dispatches.get(armed.epoch()).claim();
        assertThat(armed.atMs() - claim.dispatchedAtMs())
                .isBetween(
                        claim.request().contract().timeoutMs(),
                        claim.request().contract().maxTimeoutMs());
        timeout.filter(before -> before.epoch() == armed.epoch())
                .ifPresent(before -> assertThat(armed.atMs()).isGreaterThanOrEqualTo(before.atMs()));
    }

    static <T extends OperationEffect> List<T> all(OperationDecision decision, Class<T> kind) {
        List<T> found = new ArrayList<>();
        decision.effects().stream().filter(kind::isInstance).map(kind::cast).forEach(found::add);
        return found;
    }
}
